package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.message.SipLimits;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipParser;
import io.sidetone.transport.sip.message.SipRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MessageTextTest {
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    private final Peer peer = new Peer(new UaBench());

    private String of(String body) {
        return MessageText.of(
                peer.next(SipMethod.MESSAGE)
                        .body("text/plain", body.getBytes(StandardCharsets.UTF_8))
                        .build(),
                false);
    }

    @Test
    void shouldEscapeWhatATerminalOrAPageWouldObey() {
        assertThat(of("Grüße\t\u001b[2J\u0000\u202Eabc\uD83D\uDE00\r\n"))
                .endsWith("\r\n\r\nGrüße\t\\x{1b}[2J\\x{0}\\x{202e}abc\uD83D\uDE00\r\n");
    }

    @Test
    void shouldShowBytesThatAreNoUtf8AsTheirCharacters() {
        byte[] body = {'I', 'A', 'M', (byte) 0xE9, (byte) 0x80, 1};
        assertThat(MessageText.of(
                        peer.next(SipMethod.MESSAGE)
                                .body("application/isup", body)
                                .build(),
                        false))
                .endsWith("\r\n\r\nIAMé\\x{80}\\x{1}");
    }

    @Test
    void shouldCutOffWhatIsTooLongAndSaySo() {
        String cut = of("\u0001".repeat(9_000));
        assertThat(cut).hasSizeLessThan(MessageText.MOST_CHARS + 80).contains("\\x{1}\\x{1}");
        assertThat(cut).matches("(?s).*\\[cut off; the whole message has 9\\d{3} bytes]");
        assertThat(of("n".repeat(7_000))).doesNotContain("cut off");
    }

    /** Messages as a peer would write them, each with secrets that occur nowhere else. */
    @Test
    void shouldShowNoSecretOfAnyInvite() throws Exception {
        long seed = Long.getLong("sidetone.seed", 20_261_201L);
        System.out.println("MessageTextTest seed " + seed + " (repeat with -Dsidetone.seed=" + seed + ")");
        Random random = new Random(seed);
        for (int round = 0; round < 5_000; round++) {
            List<String> secrets = new ArrayList<>();
            boolean hidden = random.nextBoolean();
            byte[] bytes = invite(random, secrets, hidden).getBytes(StandardCharsets.UTF_8);
            SipRequest invite = (SipRequest) SipParser.parse(bytes, 0, bytes.length, SipLimits.datagram());
            String text = MessageText.of(invite, hidden);
            assertThat(secrets).isNotEmpty();
            assertThat(text)
                    .as("seed %d, round %d", seed, round)
                    .doesNotContain(secrets)
                    .contains("Call-ID: ", "m=audio 4000 RTP/SAVP 0");
        }
    }

    private static String invite(Random random, List<String> secrets, boolean hidden) {
        List<String> headers = new ArrayList<>(List.of(
                "Via: SIP/2.0/UDP 192.0.2.7;branch=z9hG4bK" + random.nextInt(1 << 30),
                "From: " + address(random, secrets) + ";tag=1",
                "To: " + address(random, secrets),
                "Call-ID: " + random.nextLong(),
                "CSeq: 1 INVITE",
                "Max-Forwards: 70",
                "Contact: " + address(random, secrets),
                "Content-Type: application/sdp"));
        String colon = random.nextBoolean() ? ":" : " : ";
        for (String name : List.of("Authorization", "Proxy-Authorization", "authorization", "PROXY-AUTHORIZATION")) {
            if (random.nextInt(3) == 0) {
                headers.add(name + colon + credentials(random, secrets));
            }
        }
        headers.add(
                "Identity: " + secret(random, secrets) + (random.nextBoolean() ? ";" : " ; ") + "info=<https://a/b>");
        if (hidden) {
            for (String name : List.of("P-Asserted-Identity", "p-preferred-identity", "Remote-Party-ID")) {
                headers.add(
                        name + colon + "\"" + secret(random, secrets) + "\" <sip:" + secret(random, secrets) + "@b>");
            }
        }
        Collections.shuffle(headers, random);
        String crypto = "a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:" + secret(random, secrets)
                + (random.nextBoolean() ? "|2^20|1:4\r\n" : "\r\n");
        String body =
                "v=0\r\no=- 1 1 IN IP4 192.0.2.7\r\ns=-\r\nc=IN IP4 192.0.2.7\r\nt=0 0\r\nm=audio 4000 RTP/SAVP 0\r\n"
                        + crypto
                        + (random.nextBoolean() ? "a=ice-pwd:" + secret(random, secrets) + "\r\n" : "")
                        + (random.nextBoolean() ? "k=base64:" + secret(random, secrets) + "\r\n" : "");
        return "INVITE sip:" + user(random, secrets) + "@203.0.113.5 SIP/2.0\r\n" + String.join("\r\n", headers)
                + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private static String credentials(Random random, List<String> secrets) {
        String fold = random.nextBoolean() ? "," : ",\r\n ";
        return switch (random.nextInt(3)) {
            case 0 -> "Bearer " + secret(random, secrets);
            case 1 -> "Basic " + secret(random, secrets);
            default ->
                "Digest username=\"" + secret(random, secrets) + "\"" + fold + "nonce=\"n\"" + fold + "response=\""
                        + secret(random, secrets) + "\"";
        };
    }

    private static String address(Random random, List<String> secrets) {
        String scheme = random.nextBoolean() ? "sip:" : "sips:";
        return (random.nextBoolean() ? "\"Ärger, Inc.\" " : "") + "<" + scheme + user(random, secrets)
                + "@example.com;x=y>";
    }

    private static String user(Random random, List<String> secrets) {
        return "alice" + (random.nextBoolean() ? ":" + secret(random, secrets) : "");
    }

    private static String secret(Random random, List<String> secrets) {
        StringBuilder secret = new StringBuilder();
        for (int i = 0; i < 12 + random.nextInt(20); i++) {
            secret.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        secrets.add(secret.toString());
        return secret.toString();
    }
}
