package io.sidetone.transport.realtime;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.transport.stream.EventTranscript;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which events of the protocol each event of a call becomes. */
class RealtimeTranscriptTest {
    @Test
    void shouldSendTheSameEventsWhenTheSameThingsHappen() throws Exception {
        RealtimeRig rig =
                RealtimeRig.ready("{'type':'realtime','tools':[{'type':'function','name':'lookup'}],'audio':{'input':"
                        + "{'transcription':{'model':'whisper-1'}}}}");
        new EventTranscript()
                .play("a session", rig.lane, () -> {
                    rig.run();
                    List<JsonNode> sent = List.copyOf(rig.events);
                    rig.events.clear();
                    return sent;
                })
                .assertKept(getClass(), "transcript.txt");
    }
}
