package io.sidetone.transport.vip;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.transport.stream.EventTranscript;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which message each event of a call becomes. */
class VipTranscriptTest {
    @Test
    void shouldSendTheSameMessagesWhenTheSameThingsHappen() throws Exception {
        VipRig rig = new VipRig();
        rig.open("");
        new EventTranscript()
                .play("a session", rig.setups.get(0).line().client(), () -> {
                    rig.settle();
                    List<JsonNode> sent = List.copyOf(rig.socket.sent);
                    rig.socket.sent.clear();
                    return sent;
                })
                .assertKept(getClass(), "transcript.txt");
    }
}
