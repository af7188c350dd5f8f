package io.sidetone.transport.rtp.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortBinderTest {
    private static final InetSocketAddress SOCKET = new InetSocketAddress("192.0.2.1", 10_000);

    @ParameterizedTest
    @CsvSource({"425984, 8388608", "8388608, 425984"})
    void shouldSayWhatToSetWhenTheKernelGivesASharedSocketLittleRoom(int receiveBytes, int sendBytes) {
        assertThat(PortBinder.shortage(SOCKET, receiveBytes, sendBytes))
                .startsWith("rtp.shared-port: the kernel gives /192.0.2.1:10000 room for " + receiveBytes
                        + " bytes to receive and " + sendBytes + " to send, and 4194304 are wanted")
                .endsWith("set net.core.rmem_max and net.core.wmem_max to 4194304");
    }

    @Test
    void shouldSayNothingWhenThereIsRoom() {
        assertThat(PortBinder.shortage(SOCKET, 4_194_304, 8_388_608)).isNull();
    }
}
