package io.sidetone.tools.system;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.UUID;

/** Asterisk with {@code AudioSocket(UUID,HOST:PORT)}: plays what comes at once and takes no kind but audio and hang-up. */
final class AudioSocketSwitch extends SwitchPeer {
    private final Socket socket;
    private final DataOutputStream out;
    private volatile boolean ended;

    AudioSocketSwitch(int port, UUID id) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        out = new DataOutputStream(socket.getOutputStream());
        ByteBuffer name =
                ByteBuffer.allocate(16).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        frame(0x01, name.array());
    }

    /** Calls. */
    void call() {
        Thread reader = new Thread(this::read, "switch in");
        reader.setDaemon(true);
        reader.start();
        begin();
    }

    private synchronized void frame(int kind, byte[] payload) {
        byte[] frame = new byte[3 + payload.length];
        frame[0] = (byte) kind;
        frame[1] = (byte) (payload.length >> 8);
        frame[2] = (byte) payload.length;
        System.arraycopy(payload, 0, frame, 3, payload.length);
        try {
            out.write(frame);
        } catch (IOException e) {
            player.note("closed");
            ended = true;
        }
    }

    private void read() {
        try {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                int kind = in.readUnsignedByte();
                byte[] payload = in.readNBytes(in.readUnsignedShort());
                if (kind == 0x00) {
                    player.note("hung up");
                    break;
                }
                if (kind != 0x10 || payload.length == 0) {
                    player.note("failed: kind " + kind + " with " + payload.length + " bytes");
                    break;
                }
                arrive(ByteBuffer.wrap(payload));
            }
        } catch (IOException e) {
            player.note("closed");
        } finally {
            ended = true;
        }
    }

    @Override
    void send(byte[] frame) {
        frame(0x10, frame);
    }

    @Override
    void press(char key) {
        frame(0x03, new byte[] {(byte) key});
    }

    @Override
    void hangUp() {
        frame(0x00, new byte[0]);
    }

    @Override
    boolean ended() {
        return ended;
    }

    @Override
    public void close() throws IOException {
        stop();
        socket.close();
    }
}
