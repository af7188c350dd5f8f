package io.sidetone.transport.sip.locate;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A name server on loopback that knows what a test tells it (RFC 1035). */
final class LoopbackDns implements AutoCloseable {
    private static final int NAME_ERROR = 3;

    private final DatagramSocket socket;
    private final Map<String, List<byte[]>> records = new ConcurrentHashMap<>();
    private final Map<String, Integer> codes = new ConcurrentHashMap<>();
    private volatile boolean silent;

    LoopbackDns() throws SocketException {
        socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Thread thread = new Thread(this::serve, "loopback-dns");
        thread.setDaemon(true);
        thread.start();
    }

    InetSocketAddress address() {
        return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    void record(int type, String name, byte[] data) {
        records.computeIfAbsent(type + " " + name, key -> new ArrayList<>()).add(data);
    }

    void refuse(String name, int code) {
        codes.put(name, code);
    }

    void silent() {
        silent = true;
    }

    /** Data of an SRV record. */
    static byte[] srv(int priority, int weight, int port, String target) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(priority);
        out.writeShort(weight);
        out.writeShort(port);
        name(out, target);
        return bytes.toByteArray();
    }

    /** Data of a NAPTR record. */
    static byte[] naptr(int order, int preference, String flags, String service, String replacement)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(order);
        out.writeShort(preference);
        for (String text : List.of(flags, service, "")) {
            out.writeByte(text.length());
            out.write(text.getBytes(StandardCharsets.US_ASCII));
        }
        name(out, replacement);
        return bytes.toByteArray();
    }

    private static void name(DataOutputStream out, String name) throws IOException {
        for (String label : name.split("\\.")) {
            out.writeByte(label.length());
            out.write(label.getBytes(StandardCharsets.US_ASCII));
        }
        out.writeByte(0);
    }

    private void serve() {
        byte[] buffer = new byte[1500];
        while (!socket.isClosed()) {
            DatagramPacket query = new DatagramPacket(buffer, buffer.length);
            try {
                socket.receive(query);
                if (!silent) {
                    byte[] answer = answer(ByteBuffer.wrap(buffer, 0, query.getLength()));
                    socket.send(new DatagramPacket(answer, answer.length, query.getSocketAddress()));
                }
            } catch (IOException closed) {
                return;
            }
        }
    }

    private byte[] answer(ByteBuffer query) throws IOException {
        int id = query.getShort();
        query.position(12);
        StringBuilder name = new StringBuilder();
        int length = query.get();
        while (length > 0) {
            byte[] label = new byte[length];
            query.get(label);
            name.append(name.length() == 0 ? "" : ".").append(new String(label, StandardCharsets.US_ASCII));
            length = query.get();
        }
        int type = query.getShort();
        List<byte[]> found = records.getOrDefault(type + " " + name, List.of());
        boolean known = records.keySet().stream().anyMatch(key -> key.endsWith(" " + name));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(id);
        out.writeShort(0x8580 | codes.getOrDefault(name.toString(), known ? 0 : NAME_ERROR));
        out.writeShort(1);
        out.writeShort(found.size());
        out.writeInt(0);
        name(out, name.toString());
        out.writeShort(type);
        out.writeShort(1);
        for (byte[] data : found) {
            name(out, name.toString());
            out.writeShort(type);
            out.writeShort(1);
            out.writeInt(60);
            out.writeShort(data.length);
            out.write(data);
        }
        return bytes.toByteArray();
    }

    @Override
    public void close() {
        socket.close();
    }
}
