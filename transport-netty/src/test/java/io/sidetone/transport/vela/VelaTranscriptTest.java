package io.sidetone.transport.vela;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.call.CallObserver;
import io.sidetone.transport.stream.EventTranscript;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which message each event of a call becomes, in both versions of the protocol. */
class VelaTranscriptTest {
    private final EventTranscript transcript = new EventTranscript();

    private void play(String title, String protocol) throws Exception {
        VelaRig rig = new VelaRig();
        FakeSocket socket = rig.connect();
        socket.say("session.start", protocol);
        CallObserver client = rig.lines.get(0).setup.line().client();
        transcript.play(title, client, () -> {
            rig.settle();
            List<JsonNode> sent = List.copyOf(socket.messages);
            socket.messages.clear();
            return sent;
        });
    }

    @Test
    void shouldSendTheSameMessagesWhenTheSameThingsHappen() throws Exception {
        play("version 1", "{}");
        play("version 2", "{\"protocol\":2}");
        transcript.assertKept(getClass(), "transcript.txt");
    }
}
