package io.sidetone.config.stream;

import io.sidetone.config.binding.RecordBinder;
import io.sidetone.config.binding.RecordKeys;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.Values;
import io.sidetone.config.value.IpAddress;
import io.sidetone.config.value.Secret;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The section {@code streams}: every dialect of {@link StreamDialects} by the same rules. */
public final class StreamsBuilder {
    /** Secrets that check signatures over an address as the carrier sees it. */
    private static final List<String> SIGNED_ADDRESS = List.of("auth-token", "signing-key");

    private static final String UUID_FORM = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

    private final Values values;
    private final Problems problems;
    private final RecordBinder binder;

    /** Reads {@code values} by {@code binder}; what is wrong goes to {@code problems}. */
    public StreamsBuilder(Values values, Problems problems, RecordBinder binder) {
        this.values = values;
        this.problems = problems;
        this.binder = binder;
    }

    /** Returns every dialect. */
    public StreamsConfig build() {
        Map<String, StreamConfig> dialects = new HashMap<>();
        for (RecordComponent dialect : StreamDialects.class.getRecordComponents()) {
            String name = dialect.getName();
            dialects.put(name, dialect(name, dialect.getType().asSubclass(Record.class)));
        }
        return new StreamsConfig(dialects);
    }

    private StreamConfig dialect(String name, Class<? extends Record> type) {
        String path = "streams." + name + ".";
        Map<String, Object> options = RecordKeys.values(binder.bind("streams." + name, type));
        int leadMs = (int) ((Duration) options.remove("lead")).toMillis();
        options.keySet().removeIf(key -> values.raw(path + key) == null);
        Map<String, Secret> secrets = new HashMap<>();
        options.forEach((key, value) -> {
            if (value instanceof Secret secret) {
                secrets.put(key, secret);
            }
        });
        options.keySet().removeAll(secrets.keySet());
        SIGNED_ADDRESS.stream().filter(secrets::containsKey).map(path::concat).forEach(this::signed);
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
