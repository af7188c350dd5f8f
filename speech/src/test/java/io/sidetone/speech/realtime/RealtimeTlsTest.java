package io.sidetone.speech.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.UserInput;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.OwnCertificate;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealtimeTlsTest {
    @Test
    void shouldTrustACertificateItIsToldToTrustAndNoOther(@TempDir Path folder) throws Exception {
        OwnCertificate own = OwnCertificate.in(folder);
        try (RealtimeRig rig = new RealtimeRig(LoopbackServer.open(own.certificate(), own.key()))) {
            rig.begin(rig.service.settings());
            assertThat(rig.log.await("stt failed 0 ")).contains("unavailable").contains("TLS failed");
            assertThat(rig.log.await("voice failed 0 ")).contains("engines.voice.trust");
            rig.hangUp();
            rig.log.clear();
            rig.open(Altered.with(
                    rig.service.settings(),
                    "access",
                    Altered.with(rig.service.settings().access(), "trust", own.certificate())));
            rig.playOut(rig.respond(UserInput.Kind.TEXT, "Hello?"));
            rig.hangUp();
            assertThat(rig.server.violations()).isEmpty();
        }
    }
}
