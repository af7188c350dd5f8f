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
            rig.ears.close();
            rig.mind.close();
            rig.voice.close();
        });
        for (String part : List.of("ears", "mind", "voice")) {
            rig.log.await(part + " closed");
        }
        rig.ears = null;
        rig.mind = null;
        rig.voice = null;
        rig.speaking = null;
        Eventually.holds("nothing keeps what was said", () -> {
            System.gc();
            return rig.call.refersTo(null);
        });
        rig.close();
    }
}
