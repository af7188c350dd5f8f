package io.sidetone.transport.sip.dialog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.transport.sip.dialog.SessionExpires.Refresher;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipUri;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionTimerPolicyTest {
    private static SipRequest request(String supported, String sessionExpires, String minSe) {
        SipRequest.Builder builder = SipRequest.builder(SipMethod.INVITE, SipUri.of("sip:a@b"));
        if (supported != null) {
            builder.header("Supported", supported);
        }
        if (sessionExpires != null) {
            builder.header("Session-Expires", sessionExpires);
        }
        if (minSe != null) {
            builder.header("Min-SE", minSe);
        }
        return builder.build();
    }

    /** RFC 4028 section 9, table 2, with our preference where it leaves the choice, then our own wishes. */
    @ParameterizedTest
    @CsvSource({
        // supported, asked, Min-SE, running, preferred, answer
        "timer, 1800, , 0, 0, 1800;refresher=uac",
        "timer, 1800;refresher=uac, , 0, 0, 1800;refresher=uac",
        "timer, 1800;refresher=uas, , 0, 0, 1800;refresher=uas",
        "timer, '1800 ; refresher = UAS', , 0, 0, 1800;refresher=uas",
        ", 1800, , 0, 0, 1800;refresher=uas",
        ", 60, , 0, 0, 90;refresher=uas",
        "timer, , , 0, 0, ",
        ", , , 0, 0, ",
        "timer, , , 600, 0, 600;refresher=uac",
        ", , , 600, 0, 600;refresher=uas",
        "timer, , , 0, 1800, 1800;refresher=uac",
        ", , , 0, 1800, 1800;refresher=uas",
        "timer, , 3600, 0, 1800, 3600;refresher=uac",
        "timer, 900, , 600, 1800, 900;refresher=uac",
        "timer, nonsense, , 0, 0, ",
        "timer, 99999999999, , 0, 0, "
    })
    void shouldChooseIntervalAndRefresher(
            String supported, String asked, String minSe, int running, int preferred, String answer) {
        SessionTimerPolicy policy = new SessionTimerPolicy(preferred, 90);
        SessionExpires agreed = policy.answer(request(supported, asked, minSe), running);
        assertThat(agreed == null ? null : agreed.toString()).isEqualTo(answer);
    }

    @ParameterizedTest
    @CsvSource({"timer, 119, true", "timer, 120, false", ", 60, false", "timer, , false"})
    void shouldRefuseOnlyWhatIsTooSmallFromAPeerThatKnowsTimers(String supported, String asked, boolean refused) {
        assertThat(new SessionTimerPolicy(0, 120).refuses(request(supported, asked, null)))
                .isEqualTo(refused);
    }

    @Test
    void shouldReadMinSe() {
        assertThat(SessionExpires.minimum(request(null, null, "120;x=y"), 0)).isEqualTo(120);
        assertThat(SessionExpires.minimum(request(null, null, "x"), 7)).isEqualTo(7);
        assertThat(SessionExpires.minimum(request(null, null, null), 7)).isEqualTo(7);
        assertThat(new SessionExpires(90, Refresher.NONE)).hasToString("90");
    }

    @Test
    void shouldNotAllowValuesOutsideTheRfc() {
        assertThatThrownBy(() -> new SessionTimerPolicy(0, 89)).hasMessageContaining("90");
        assertThatThrownBy(() -> new SessionTimerPolicy(100, 120)).hasMessageContaining("100 s is below our minimum");
    }
}
