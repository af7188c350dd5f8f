package io.sidetone.transport.loop;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringTokenizer;

/** Finds which process holds a port, where {@code /proc} shows it (Linux). Best effort: null when it does not. */
public final class PortOwner {
    private static final PortOwner SYSTEM = new PortOwner(Path.of("/proc"));
    private static final String LISTENING = "0A";

    /** Form in which the kernel prints an IPv4 address bound on an IPv6 socket, which is what the JVM opens. */
    private static final String IPV4_MAPPED = "0000000000000000FFFF0000";

    private final Path proc;

    PortOwner(Path proc) {
        this.proc = proc;
    }

    /** Table of the kernel to look into. */
    public enum Protocol {
        UDP("udp"),
        TCP("tcp");

        private final String table;

        Protocol(String table) {
            this.table = table;
        }
    }

    /** The look-up in this machine's {@code /proc}. */
    public static PortOwner system() {
        return SYSTEM;
    }

    /** {@code "process 4711 (sipp)"}, {@code "a process of user 0"}, or null when it is unknown. */
    public String find(Protocol protocol, InetSocketAddress address) {
        try {
            String[] socket = socketOf(protocol.table, address);
            if (socket == null) {
                socket = socketOf(protocol.table + "6", address);
            }
            if (socket == null) {
                return null;
            }
            String process = processOf("socket:[" + socket[0] + "]");
            return process != null ? process : "a process of user " + socket[1];
        } catch (IOException | RuntimeException unreadable) {
            return null;
        }
    }

    /** Inode and user id of the socket that conflicts with this address, or null. */
    private String[] socketOf(String table, InetSocketAddress address) throws IOException {
        Path file = proc.resolve("net").resolve(table);
        if (!Files.isReadable(file)) {
            return null;
        }
        List<String> lines = Files.readAllLines(file);
        for (int i = 1; i < lines.size(); i++) {
            StringTokenizer fields = new StringTokenizer(lines.get(i));
            if (fields.countTokens() < 10) {
                continue;
            }
            fields.nextToken();
            String local = fields.nextToken();
            fields.nextToken();
            String state = fields.nextToken();
            fields.nextToken();
            fields.nextToken();
            fields.nextToken();
            String user = fields.nextToken();
            fields.nextToken();
            String inode = fields.nextToken();
            boolean open = !table.startsWith("tcp") || state.equals(LISTENING);
            if (open && conflicts(local, address)) {
                return new String[] {inode, user};
            }
        }
        return null;
    }

    private static boolean conflicts(String local, InetSocketAddress address) {
        int colon = local.indexOf(':');
        if (colon < 0 || Integer.parseInt(local.substring(colon + 1), 16) != address.getPort()) {
            return false;
        }
        String hex = local.substring(0, colon);
        InetAddress wanted = address.getAddress();
        return wanted == null
                || wanted.isAnyLocalAddress()
                || hex.chars().allMatch(c -> c == '0')
                || hex.equalsIgnoreCase(kernelHex(wanted))
                || hex.equalsIgnoreCase(IPV4_MAPPED + kernelHex(wanted));
    }

    /** The kernel prints each 32-bit word in host order, which is little-endian on the machines we run on. */
    private static String kernelHex(InetAddress address) {
        byte[] bytes = address.getAddress();
        StringBuilder hex = new StringBuilder(address instanceof Inet6Address ? 32 : 8);
        for (int word = 0; word < bytes.length; word += 4) {
            for (int i = 3; i >= 0; i--) {
                hex.append(Character.forDigit(bytes[word + i] >> 4 & 15, 16))
                        .append(Character.forDigit(bytes[word + i] & 15, 16));
            }
        }
        return hex.toString();
    }

    private String processOf(String link) throws IOException {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                if (holds(process.resolve("fd"), link)) {
                    Path name = process.resolve("comm");
                    String command =
                            Files.isReadable(name) ? Files.readString(name).strip() : "?";
                    return "process " + process.getFileName() + " (" + command + ")";
                }
            }
        }
        return null;
    }

    private static boolean holds(Path descriptors, String link) {
        if (!Files.isReadable(descriptors)) {
            return false;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(descriptors)) {
            for (Path entry : entries) {
                if (Files.isSymbolicLink(entry)
                        && Files.readSymbolicLink(entry).toString().equals(link)) {
                    return true;
                }
            }
            return false;
        } catch (IOException | RuntimeException processEnded) {
            return false;
        }
    }
}
