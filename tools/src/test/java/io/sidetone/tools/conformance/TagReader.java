package io.sidetone.tools.conformance;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads the JUnit tags of one test class from its class file (JVMS 4.7.16), without loading it: the page covers all
 * modules, and no class path holds them all.
 */
final class TagReader {
    private static final String TAG = "Lorg/junit/jupiter/api/Tag;";
    private static final String TAGS = "Lorg/junit/jupiter/api/Tags;";

    private final DataInputStream in;
    private Object[] constants;

    private TagReader(DataInputStream in) {
        this.in = in;
    }

    /**
     * The tags of one class.
     *
     * @param className binary name
     * @param onClass tags of the class itself
     * @param onMethods tags by method name
     */
    record Tags(String className, Set<String> onClass, TreeMap<String, Set<String>> onMethods) {}

    static Tags read(Path classFile) throws IOException {
        try (DataInputStream in =
                new DataInputStream(new java.io.ByteArrayInputStream(Files.readAllBytes(classFile)))) {
            return new TagReader(in).read();
        }
    }

    private Tags read() throws IOException {
        in.skipNBytes(8);
        readConstants();
        in.skipNBytes(2);
        String name = ((String) constants[(Integer) constants[in.readUnsignedShort()]]).replace('/', '.');
        in.skipNBytes(2);
        in.skipNBytes(2L * in.readUnsignedShort());
        members(new TreeMap<>());
        TreeMap<String, Set<String>> onMethods = new TreeMap<>();
        members(onMethods);
        return new Tags(name, attributes(), onMethods);
    }

    private void readConstants() throws IOException {
        constants = new Object[in.readUnsignedShort()];
        for (int i = 1; i < constants.length; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> constants[i] = in.readUTF();
                case 7 -> constants[i] = in.readUnsignedShort();
                case 8, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    i++;
                }
                default -> throw new IOException("constant of unknown kind " + tag);
            }
        }
    }

    private void members(TreeMap<String, Set<String>> tags) throws IOException {
        int count = in.readUnsignedShort();
        for (int i = 0; i < count; i++) {
            in.skipNBytes(2);
            String name = (String) constants[in.readUnsignedShort()];
            in.skipNBytes(2);
            Set<String> found = attributes();
            if (!found.isEmpty()) {
                tags.computeIfAbsent(name, n -> new TreeSet<>()).addAll(found);
            }
        }
    }

    private Set<String> attributes() throws IOException {
        Set<String> found = new TreeSet<>();
        int count = in.readUnsignedShort();
        for (int i = 0; i < count; i++) {
            String name = (String) constants[in.readUnsignedShort()];
            int length = in.readInt();
            if (name.equals("RuntimeVisibleAnnotations")) {
                int annotations = in.readUnsignedShort();
                for (int a = 0; a < annotations; a++) {
                    annotation(found);
                }
            } else {
                in.skipNBytes(length);
            }
        }
        return found;
    }

    private void annotation(Set<String> found) throws IOException {
        String type = (String) constants[in.readUnsignedShort()];
        boolean wanted = type.equals(TAG) || type.equals(TAGS);
        int pairs = in.readUnsignedShort();
        for (int i = 0; i < pairs; i++) {
            in.skipNBytes(2);
            value(wanted ? found : new TreeSet<>());
        }
    }

    private void value(Set<String> found) throws IOException {
        int kind = in.readUnsignedByte();
        switch (kind) {
            case 's' -> found.add((String) constants[in.readUnsignedShort()]);
            case 'e' -> in.skipNBytes(4);
            case '@' -> annotation(found);
            case '[' -> {
                int count = in.readUnsignedShort();
                for (int i = 0; i < count; i++) {
                    value(found);
                }
            }
            default -> in.skipNBytes(2);
        }
    }
}
