package io.sidetone.speech.realtime;

import io.sidetone.speech.embedded.Eventually;
import java.util.List;
import org.junit.jupiter.api.Test;

class RealtimeLeakTest {
    @Test
    void shouldForgetACallWhenItIsOver() {
        RealtimeRig rig = new RealtimeRig();
        rig.open(rig.service.settings());
        rig.lane(() -> {
            rig.stt.close();
            rig.llm.close();
            rig.voice.close();
        });
        for (String part : List.of("stt", "llm", "voice")) {
            rig.log.await(part + " closed");
        }
        rig.stt = null;
        rig.llm = null;
        rig.voice = null;
        rig.speaking = null;
        Eventually.holds("nothing keeps what was said", () -> {
            System.gc();
            return rig.call.refersTo(null);
        });
        rig.close();
    }
}
