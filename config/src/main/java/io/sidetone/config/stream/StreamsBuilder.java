package io.sidetone.config.stream;

import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.ConfigKey;
import io.sidetone.config.schema.KeyTree;
import io.sidetone.config.schema.StreamKeys;
import io.sidetone.config.schema.ValueType;
import io.sidetone.config.schema.Values;
import io.sidetone.config.value.IpAddress;
import io.sidetone.config.value.Secret;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The section {@code streams}: every dialect of the registry by the same rules. */
public final class StreamsBuilder {
    private static final int FRAME_MS = 20;
    private static final int ED25519_BYTES = 32;
    /** Secrets that check signatures over an address as the carrier sees it. */
    private static final List<String> SIGNED_ADDRESS = List.of("auth-token", "signing-key");

    private static final String UUID_FORM = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

    private final KeyTree keys;
    private final Values values;
    private final Problems problems;

    /** Reads {@code values} of the dialects in {@code keys}; what is wrong goes to {@code problems}. */
    public StreamsBuilder(KeyTree keys, Values values, Problems problems) {
        this.keys = keys;
        this.values = values;
        this.problems = problems;
    }

    /** Returns every dialect. */
    public StreamsConfig build() {
        Map<String, StreamConfig> dialects = new HashMap<>();
        keys.children().forEach((name, dialect) -> dialects.put(name, dialect(name, dialect)));
        return new StreamsConfig(dialects);
    }

    private StreamConfig dialect(String name, KeyTree keys) {
        String path = StreamKeys.SECTION_PATH + "." + name + ".";
        Map<String, Secret> secrets = new HashMap<>();
        Map<String, Object> options = new HashMap<>();
        int leadMs = FRAME_MS;
        for (Map.Entry<String, KeyTree> child : keys.children().entrySet()) {
            ConfigKey key = child.getValue().key();
            String at = path + child.getKey();
            Object value = values.raw(at);
            if (value == null) {
                continue;
            }
            if (key.type() == ValueType.SECRET || key.type() == ValueType.PASSWORD) {
                secrets.put(key.name(), (Secret) value);
            } else if (key.name().equals(StreamKeys.LEAD)) {
                leadMs = lead(at, (Duration) value);
            } else {
                options.put(key.name(), value);
                if (key.name().equals("public-key")) {
                    publicKey(at, (String) value);
                }
            }
        }
        SIGNED_ADDRESS.stream().filter(secrets::containsKey).forEach(key -> signed(path + key));
        if (name.equals("audiosocket")) {
            audioSocket(path, secrets, options);
        }
        pair(path, "user", "password", options.containsKey("user"), secrets.containsKey("password"));
        return new StreamConfig(name, leadMs, secrets, options);
    }

    /** It knows no passwords: outside of this machine only addresses, and ids as secrets, say who may connect. */
    private void audioSocket(String path, Map<String, Secret> secrets, Map<String, Object> options) {
        boolean anybody = !(options.get("from") instanceof List<?> from) || from.isEmpty();
        if (options.get("bind") instanceof IpAddress bind && !bind.loopback() && anybody) {
            problems.add(
                    path + "bind",
                    bind + " can be reached from outside and nothing says who may connect",
                    "list the addresses of your Asterisk in " + path + "from, or bind 127.0.0.1");
        }
        Secret ids = secrets.get("ids");
        if (ids != null && !StreamConfig.words(ids.value()).stream().allMatch(id -> id.matches(UUID_FORM))) {
            problems.add(
                    path + "ids",
                    "holds what is no UUID",
                    "write 8-4-4-4-12 hexadecimal digits each, for example from: uuidgen");
        }
    }

    private int lead(String path, Duration lead) {
        int leadMs = (int) lead.toMillis();
        if (leadMs % FRAME_MS != 0) {
            problems.add(
                    path,
                    "'" + leadMs + "ms' is no whole number of 20 ms frames",
                    "write " + (leadMs / FRAME_MS + 1) * FRAME_MS + "ms");
            return FRAME_MS;
        }
        return leadMs;
    }

    private void publicKey(String path, String text) {
        try {
            if (Base64.getDecoder().decode(text).length == ED25519_BYTES) {
                return;
            }
        } catch (IllegalArgumentException e) {
            // Said below, with what it should be.
        }
        problems.add(path, "is no Ed25519 key: 32 bytes in Base64", "copy it from the carrier's portal, whole");
    }

    private void signed(String path) {
        if (!values.given("http.public-url")) {
            problems.add(
                    path,
                    "checks signatures over this server's address, and http.public-url does not say it",
                    "set http.public-url to https:// and the host that the carrier is given");
        }
    }

    private void pair(String path, String user, String password, boolean userGiven, boolean passwordGiven) {
        if (userGiven != passwordGiven) {
            problems.add(
                    path + (userGiven ? password : user),
                    "is missing beside " + path + (userGiven ? user : password),
                    "give both, or neither");
        }
    }
}
