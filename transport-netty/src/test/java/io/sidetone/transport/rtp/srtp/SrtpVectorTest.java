package io.sidetone.transport.rtp.srtp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.rtp.srtp.KeyDerivation.Label;
import java.util.Arrays;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The vectors of RFC 3711 appendix B and RFC 7714 sections 16 and 17, packets made by libsrtp 2.5.0, and JCE's results. */
class SrtpVectorTest {
    private static final String MASTER = "e1f97a0d3e018be0d64fa32c06de4139 0ec675ad498afeebb6960b3aabe6";
    private static final String SUITE_80 = "AES_CM_128_HMAC_SHA1_80";

    private static final String GCM_KEY = "000102030405060708090a0b0c0d0e0f";
    private static final String GCM_SALT = "517569642070726f2071756f";
    private static final String GCM_RTP = "8040f17b 8041f8d3 5501a0b2 47616c6c 69612065 7374206f 6d6e6973 20646976"
            + "69736120 696e2070 61727465 73207472 6573";
    private static final String GCM_RTP_SEALED =
            "8040f17b 8041f8d3 5501a0b2 f24de3a3 fb34de6c acba861c 9d7e4bca be633bd5"
                    + "0d294e6f 42a5f47a 51c7d19b 36de3adf 8833899d 7f27beb1 6a9152cf 765ee439 0cce";
    private static final String GCM_RTCP = "81c8000d 4d617273 4e545031 4e545032 52545020 0000042a 0000e930 4c756e61"
            + "deadbeef deadbeef deadbeef deadbeef deadbeef";
    private static final String GCM_RTCP_SEALED =
            "81c8000d 4d617273 63e94885 dcdab67c a727d766 2f6b7e99 7ff5c0f7 6c06f32d"
                    + "c676a5f1 730d6fda 4ce09b46 86303ded 0bb9275b c84aa458 96cf4d2f c5abf872 45d9eade 800005d4";
    private static final String GCM_RTCP_AUTHENTICATED =
            "81c8000d 4d617273 4e545031 4e545032 52545020 0000042a 0000e930 4c756e61"
                    + "deadbeef deadbeef deadbeef deadbeef deadbeef 841dd968 3dd78ec9 2ae58790 125f62b3 000005d4";

    private static MasterKey master(CryptoSuite suite) {
        return MasterKey.of(suite, Hex.bytes(MASTER));
    }

    @Test
    void shouldMakeTheKeystreamOfAppendixB2() {
        AesKeystream aes = new AesKeystream(Hex.bytes("2B7E151628AED2A6ABF7158809CF4F3C"), 1_048_576);
        byte[] stream = aes.generate(Hex.bytes("F0F1F2F3F4F5F6F7F8F9FAFBFCFD0000"), 0, 0xFF03 * 16);
        assertThat(Hex.text(stream, 48))
                .isEqualTo("e03ead0935c95e80e166b16dd92b4eb4d23513162b02d0f72a43a2fe4a5f97ab"
                        + "41e95b3bb0a2e8dd477901e4fca894c0");
        assertThat(Hex.text(Arrays.copyOfRange(stream, 0xFEFF * 16, 0xFF02 * 16)))
                .isEqualTo("ec8cdf7398607cb0f2d21675ea9ea1e4362b7c3c6773516318a077d7fc5073ae"
                        + "6a2cc3787889374fbeb4c81b17ba6c44");
    }

    @ParameterizedTest
    @CsvSource({
        "RTP_ENCRYPTION, c61e7a93744f39ee10734afe3ff7a087",
        "RTP_SALT, 30cbbc08863d8c85d49db34a9ae1",
        "RTP_AUTHENTICATION, cebe321f6ff7716b6fd4ab49af256a156d38baa4",
        "RTCP_ENCRYPTION, 4c1aa45a81f73d61c800bbb00fbb1eaa",
        "RTCP_AUTHENTICATION, 8d54534feb49ae8e7993a6bd0b844fc323a93dfd",
        "RTCP_SALT, 9581c7ad87b3e530bf3e4454a8b3"
    })
    void shouldDeriveTheKeysOfAppendixB3(Label label, String expected) {
        byte[] key = new KeyDerivation(master(CryptoSuite.AES_CM_128_HMAC_SHA1_80)).derive(label, Hex.length(expected));
        assertThat(Hex.text(key)).isEqualTo(expected);
    }

    /** RFC 6188 section 7.2. */
    @ParameterizedTest
    @CsvSource({
        "RTP_ENCRYPTION, 5ba1064e30ec51613cad926c5a28ef731ec7fb397f70a960653caf06554cd8c4",
        "RTP_SALT, fa31791685ca444a9e07c6c64e93",
        "RTP_AUTHENTICATION, fd9c32d39ed5fbb5a9dc96b30818454d1313dc05"
    })
    void shouldDeriveTheKeysOf256Bits(Label label, String expected) {
        MasterKey master = MasterKey.of(
                CryptoSuite.AES_256_CM_HMAC_SHA1_80,
                Hex.bytes("f0f04914b513f2763a1b1fa130f10e2998f6f6e43e4309d1e622a0e332b9f1b6"
                        + "3b04803de51ee7c96423ab5b78d2"));
        assertThat(Hex.text(new KeyDerivation(master).derive(label, Hex.length(expected))))
                .isEqualTo(expected);
    }

    /** The identifier stands before the tag, of AES-GCM behind it, and changes nothing else (RFC 3711 3.1, RFC 7714 8.2). */
    @ParameterizedTest
    @EnumSource(CryptoSuite.class)
    void shouldCarryTheIdentifierOfTheKey(CryptoSuite suite) {
        byte[] bytes = new byte[suite.keyAndSaltBytes()];
        new Random(3).nextBytes(bytes);
        MasterKey plain = MasterKey.of(suite, bytes);
        MasterKey identified = plain.withMki(new byte[] {0, 0, 0, 1});
        String header = "80000001000000a0deadbeef";
        byte[] without = Hex.packet(header + "ff".repeat(20));
        byte[] with = Hex.packet(header + "ff".repeat(20));
        int length = new SrtpSender(plain).protectRtp(without, 12, 32);
        assertThat(new SrtpSender(identified).protectRtp(with, 12, 32)).isEqualTo(length + 4);
        int tail = suite.sealed() ? 0 : suite.rtpTagBytes();
        String expected = Hex.text(without, length);
        assertThat(Hex.text(with, length + 4))
                .isEqualTo(expected.substring(0, 2 * (length - tail)) + "00000001"
                        + expected.substring(2 * (length - tail)));
        byte[] damaged = with.clone();
        damaged[20] ^= 1;
        byte[] before = damaged.clone();
        SrtpReceiver receiver = new SrtpReceiver(identified);
        assertThat(receiver.openRtp(damaged, 12, length + 4)).isNegative();
        assertThat(damaged).as("left as it was").isEqualTo(before);
        assertThat(receiver.openRtp(without.clone(), 12, length))
                .as("without the identifier")
                .isNegative();
        assertThat(receiver.openRtp(with, 12, length + 4)).isEqualTo(32);
        assertThat(Hex.text(with, 32)).isEqualTo(header + "ff".repeat(20));
        byte[] report = Hex.packet("81c90007deadbeef" + "11".repeat(24));
        int reportLength = new SrtpSender(identified).protectRtcp(report, 32);
        assertThat(receiver.openRtcp(report, reportLength)).isEqualTo(32);
    }

    /** Of one sender, the last ones over the roll-over of the sequence number. */
    @ParameterizedTest
    @CsvSource({
        SUITE_80 + ", 1, 80000001000000a0deadbeef, f552065e7ff3fb93af4dbf423cec7d83debdabe4ec67b8fe8a09c3f5b9ae",
        SUITE_80 + ", 65534, 8000fffe000000a0deadbeef, 48362aad605938d4f25829fd1129e7a21803591d3ab4121683ca35b2707c",
        "AES_CM_128_HMAC_SHA1_32, 1, 80000001000000a0deadbeef, f552065e7ff3fb93af4dbf423cec7d83debdabe4ec67b8fe"
    })
    void shouldProtectRtpAsLibsrtpDoes(CryptoSuite suite, int sequence, String header, String expected) {
        byte[] packet = Hex.packet(header + "ff".repeat(20));
        int length = new SrtpSender(master(suite)).protectRtp(packet, 12, 32);
        assertThat(Hex.text(packet, length)).isEqualTo(header + expected);
        assertThat(new SrtpReceiver(master(suite)).openRtp(packet, 12, length)).isEqualTo(32);
        assertThat(Hex.text(packet, 32)).isEqualTo(header + "ff".repeat(20));
    }

    @Test
    void shouldCountTheRollOverAsLibsrtpDoes() {
        SrtpSender sender = new SrtpSender(master(CryptoSuite.AES_CM_128_HMAC_SHA1_80));
        String[] headers = {
            "8000fffe000000a0deadbeef",
            "8000ffff00000140deadbeef",
            "80000000000001e0deadbeef",
            "8000000100000280deadbeef"
        };
        String[] expected = {
            "48362aad605938d4f25829fd1129e7a21803591d3ab4121683ca35b2707c",
            "43ddbec595b96cc2ed7ea5cd3d7ebfbcd814073631ea736ef036000671b4",
            "b6e3285eda39dc658017e246b5be4faba2b403d305c1d8a6c33b1ff42e73",
            "2a7600a1b1aa2557cb1e59b364e82a0a7846b73ff2ae8042c565d78b328a"
        };
        for (int i = 0; i < headers.length; i++) {
            byte[] packet = Hex.packet(headers[i] + "ff".repeat(20));
            assertThat(Hex.text(packet, sender.protectRtp(packet, 12, 32))).isEqualTo(headers[i] + expected[i]);
        }
    }

    @Test
    void shouldProtectRtcpAsLibsrtpDoes() {
        MasterKey key = master(CryptoSuite.AES_CM_128_HMAC_SHA1_32);
        String plain = "81c90007deadbeef" + "11".repeat(24);
        byte[] packet = Hex.packet(plain);
        int length = new SrtpSender(key).protectRtcp(packet, 32);
        assertThat(Hex.text(packet, length))
                .isEqualTo("81c90007deadbeef0eeb0484961e9c9de0e09807bdc1f763e33ee02784d4a113" + "80000001"
                        + "33182f451a79730b2140");
        assertThat(new SrtpReceiver(key).openRtcp(packet, length)).isEqualTo(32);
        assertThat(Hex.text(packet, 32)).isEqualTo(plain);
    }

    @Test
    void shouldSealAndOpenTheRtpPacketOfRfc7714() {
        GaloisCounterCipher gcm = new GaloisCounterCipher(Hex.bytes(GCM_KEY), Hex.bytes(GCM_SALT));
        byte[] packet = Hex.packet(GCM_RTP);
        int length = gcm.sealRtp(packet, 12, Hex.length(GCM_RTP), 0x5501a0b2, 0xf17b);
        assertThat(Hex.text(packet, length)).isEqualTo(Hex.text(Hex.bytes(GCM_RTP_SEALED)));
        assertThat(gcm.openRtp(packet, 12, length, 0x5501a0b2, 0xf17b)).isEqualTo(Hex.length(GCM_RTP));
        assertThat(Hex.text(packet, Hex.length(GCM_RTP))).isEqualTo(Hex.text(Hex.bytes(GCM_RTP)));
    }

    @Test
    void shouldSealAndOpenTheRtcpPacketsOfRfc7714() {
        GaloisCounterCipher gcm = new GaloisCounterCipher(Hex.bytes(GCM_KEY), Hex.bytes(GCM_SALT));
        byte[] packet = Hex.packet(GCM_RTCP);
        int length = gcm.sealRtcp(packet, Hex.length(GCM_RTCP), 0x4d617273, 0x5d4);
        assertThat(Hex.text(packet, length)).isEqualTo(Hex.text(Hex.bytes(GCM_RTCP_SEALED)));
        for (String sealed : new String[] {GCM_RTCP_SEALED, GCM_RTCP_AUTHENTICATED}) {
            byte[] received = Hex.packet(sealed);
            assertThat(gcm.openRtcp(received, Hex.length(sealed), 0x4d617273)).isEqualTo(Hex.length(GCM_RTCP));
            assertThat(Hex.text(received, Hex.length(GCM_RTCP))).isEqualTo(Hex.text(Hex.bytes(GCM_RTCP)));
        }
    }

    /** GHASH and keystream against JCE, at all lengths around whole blocks. */
    @Test
    void shouldSealAsTheJdkDoesWhateverTheLength() throws Exception {
        Random random = new Random(7);
        byte[] key = new byte[16];
        for (int length = 0; length < 200; length++) {
            random.nextBytes(key);
            byte[] packet = new byte[PacketCipher.MAX_PACKET_BYTES];
            random.nextBytes(packet);
            Cipher jce = Cipher.getInstance("AES/GCM/NoPadding");
            jce.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, new byte[12]));
            jce.updateAAD(packet, 0, 12 + length % 3 * 4);
            byte[] expected = jce.doFinal(packet, 12 + length % 3 * 4, length);
            int header = 12 + length % 3 * 4;
            int sealed = new GaloisCounterCipher(key, new byte[12]).sealRtp(packet, header, header + length, 0, 0);
            assertThat(Arrays.copyOfRange(packet, header, sealed))
                    .as("%d bytes", length)
                    .isEqualTo(expected);
        }
    }

    @Test
    void shouldAuthenticateAsTheJdkDoes() throws Exception {
        byte[] key = Hex.bytes("8d54534feb49ae8e7993a6bd0b844fc323a93dfd");
        Mac jce = Mac.getInstance("HmacSHA1");
        jce.init(new SecretKeySpec(key, "HmacSHA1"));
        HmacSha1 own = new HmacSha1(key);
        for (int length = 0; length < 150; length++) {
            jce.update(new byte[length]);
            jce.update((byte) 9);
            assertThat(own.of(new byte[length], length, new byte[] {9}, 1)).isEqualTo(jce.doFinal());
        }
    }
}
