package io.sidetone.transport.pbx.audiosocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.pbx.PbxCounter;
import io.sidetone.transport.pbx.PbxCounters;
import io.sidetone.transport.stream.FakeCallHandle;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real connections. */
@Timeout(30)
class AudioSocketServerTest {
    private static final String HELLO = "010010" + "40325ec25efd4bd3805f53576e581d13";
    private static final int MOST = 3;

    private final FakeCallHandle call = new FakeCallHandle();
    private final PbxCounters counters = new PbxCounters("audiosocket");
    private final List<Socket> sockets = new ArrayList<>();
    private EventLoops loops;
    private AudioSocketServer server;

    @BeforeEach
    void open() throws Exception {
        loops = EventLoops.nio(1, "audiosocket");
        server = AudioSocketServer.open(loops, settings(0), call, counters, System::nanoTime);
    }

    private static AudioSocketSettings settings(int port) {
        return new AudioSocketSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port), List.of(), List.of(), 20, MOST);
    }

    @AfterEach
    void close() throws Exception {
        for (Socket socket : sockets) {
            socket.close();
        }
        server.close();
        loops.close();
    }

    private Socket connect() throws IOException {
        Socket socket =
                new Socket(server.address().getAddress(), server.address().getPort());
        sockets.add(socket);
        return socket;
    }

    private static void send(Socket socket, String hex) throws IOException {
        socket.getOutputStream().write(HexFormat.of().parseHex(hex));
    }

    private static String read(Socket socket, int bytes) throws IOException {
        return HexFormat.of().formatHex(socket.getInputStream().readNBytes(bytes));
    }

    @Test
    void shouldHangUpOnWhoDoesNotNameACall() throws Exception {
        Socket stranger = connect();
        send(stranger, "100002" + "0102");
        assertThat(read(stranger, 9)).as("hang-up, then the end").isEqualTo("000000");
        assertThat(counters.get(PbxCounter.BAD_EVENTS)).isOne();
    }

    @Test
    void shouldAnswerWhoDoesAndEndWithTheConnection() throws Exception {
        Socket asterisk = connect();
        send(asterisk, HELLO + "100002" + "0102" + "000000");
        assertThat(read(asterisk, 9)).isEqualTo("000000");
        assertThat(call.events).containsExactly("hang-up CALLER_HUNG_UP");
    }

    @Test
    void shouldCloseConnectionsAboveTheirNumber() throws Exception {
        for (int i = 0; i < MOST; i++) {
            Socket silent = connect();
            send(silent, "01");
        }
        assertThat(read(connect(), 1)).as("closed at once").isEmpty();
        assertThat(counters.get(PbxCounter.CONNECTIONS_REFUSED)).isOne();
    }

    @Test
    void shouldNameThePortThatIsTaken() {
        int port = server.address().getPort();
        assertThatThrownBy(() -> AudioSocketServer.open(loops, settings(port), call, counters, System::nanoTime))
                .isInstanceOf(BindFailedException.class)
                .hasMessageContaining("audiosocket")
                .hasMessageContaining(Integer.toString(port));
    }
}
