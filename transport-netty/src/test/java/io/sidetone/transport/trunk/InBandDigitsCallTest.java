package io.sidetone.transport.trunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sidetone.audio.codec.G711;
import io.sidetone.audio.tone.Tone;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.trunk.media.DtmfPolicy;
import java.net.DatagramPacket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Digits that a caller sounds, from the session description to the call's record. */
class InBandDigitsCallTest extends TrunkRig {
    private static final int FRAME = 160;
    private static final int SILENT_FRAMES = 4;

    private int sequence;

    private FakeIncomingCall given(String formats) throws Exception {
        FakeIncomingCall sip = invite(offer(
                "m=audio " + phone.getLocalPort() + " RTP/AVP " + formats + "\r\n",
                "a=rtpmap:101 telephone-event/8000\r\n"));
        until("the answer", () -> sip.answer != null);
        onSip(() -> sip.listener.onAck(null));
        return sip;
    }

    private static String described(FakeIncomingCall sip) {
        return new String(sip.answer, StandardCharsets.US_ASCII);
    }

    /** Sounds each digit for 100 ms, with 80 ms of silence before it and after it. */
    private void sound(FakeIncomingCall sip, String digits) throws Exception {
        int port = Integer.parseInt(described(sip).replaceFirst("(?s).*m=audio (\\d+) .*", "$1"));
        frames(port, new short[SILENT_FRAMES * FRAME]);
        for (char digit : digits.toCharArray()) {
            short[] pcm = new short[(5 + SILENT_FRAMES) * FRAME];
            Tone.dtmf(digit, 8_000, -16).fill(pcm, 0, 5 * FRAME);
            frames(port, pcm);
        }
    }

    private void frames(int port, short[] pcm) throws Exception {
        for (int at = 0; at < pcm.length; at += FRAME) {
            byte[] payload = new byte[FRAME];
            G711.PCMU.encode(pcm, at, FRAME, payload, 0);
            ByteBuf packet = Unpooled.buffer();
            RtpHeader.write(packet, false, 0, sequence, sequence * FRAME, 77);
            packet.writeBytes(payload);
            sequence++;
            byte[] bytes = ByteBufUtil.getBytes(packet);
            phone.send(new DatagramPacket(bytes, bytes.length, phone.getLocalAddress(), port));
        }
    }

    private List<String> digits() {
        return calls.get(0).timeline().entries().stream()
                .filter(entry -> entry.kind().equals("digit"))
                .map(entry -> entry.text())
                .toList();
    }

    @Test
    void shouldTakeSoundedDigitsWhenThePeerHasNoTelephoneEvents() throws Exception {
        FakeIncomingCall sip = given("0");
        sound(sip, "19#");
        until("the digits", () -> digits().size() == 3);
        assertThat(digits()).containsExactly("1", "9", "#");
    }

    @Test
    void shouldLeaveTonesAloneWhenTelephoneEventsAreAgreedOn() throws Exception {
        FakeIncomingCall sip = given("0 101");
        sound(sip, "19");
        onSip(() -> sip.listener.onDigit('4', 100));
        until("the digit", () -> !digits().isEmpty());
        assertThat(digits()).containsExactly("4");
    }

    @Test
    void shouldAgreeOnNoTelephoneEventsWhereTheTrunkSoundsItsDigits() throws Exception {
        draft.dtmf = DtmfPolicy.IN_BAND;
        renew();
        FakeIncomingCall sip = given("0 101");
        assertThat(described(sip)).doesNotContain("telephone-event");
        sound(sip, "7");
        until("the digit", () -> digits().equals(List.of("7")));
    }

    @Test
    void shouldTakeDigitsOnceWhenThePeerSaysAndSoundsThem() throws Exception {
        FakeIncomingCall sip = given("0");
        onSip(() -> sip.listener.onDigit('4', 100));
        until("the digit", () -> digits().size() == 1);
        sound(sip, "5");
        onSip(() -> sip.listener.onDigit('5', 100));
        until("the second digit", () -> digits().size() >= 2);
        assertThat(digits()).containsExactly("4", "5");
    }

    @Test
    void shouldNotListenForTonesWhereTheTrunkHasNone() throws Exception {
        draft.dtmf = DtmfPolicy.RFC4733;
        renew();
        FakeIncomingCall sip = given("0");
        sound(sip, "7");
        onSip(() -> sip.listener.onDigit('4', 100));
        until("the digit", () -> !digits().isEmpty());
        assertThat(digits()).containsExactly("4");
    }
}
