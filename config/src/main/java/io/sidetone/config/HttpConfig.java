package io.sidetone.config;

import io.sidetone.config.binding.FileType;
import io.sidetone.config.binding.Rule;
import io.sidetone.config.binding.Section;
import io.sidetone.config.schema.ValueType;
import io.sidetone.config.value.IpAddress;
import io.sidetone.config.value.OriginList;
import io.sidetone.config.value.PublicBase;
import io.sidetone.config.value.Secret;
import io.sidetone.config.value.TransferPatterns;
import io.sidetone.core.setting.Key;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Health, metrics and the API.
 *
 * @param bind where HTTP listens
 * @param port 0 = any free one
 * @param token bearer token of /metrics and /api
 * @param idleTimeout a connection that completes no request for this long is closed
 * @param maxConnections beyond it new connections are closed
 * @param maxBodyBytes largest request body
 * @param publicUrl scheme, host and port under which others reach this server, without a slash at the end
 * @param allowedOrigins of pages of other hosts that may connect: scheme, host and port
 * @param transferTo targets a request may transfer a call to: exact, with wildcards, or {@code any}; empty for none
 * @param tls certificate and key; without them the port speaks plain HTTP
 */
@Section("Health, metrics and the API.")
public record HttpConfig(
        @Key(
                        unit = "address",
                        why = "Where HTTP listens. Anything but loopback needs http.token: the API hangs up calls.",
                        byDefault = "127.0.0.1")
                IpAddress bind,
        @Key(unit = "port", why = "0 takes any free one.", min = 0, max = 65_535, byDefault = "8080") int port,
        @Key(
                        why =
                                "Bearer token that /metrics and /api want; /healthz and /readyz stay open for probes. Keep it"
                                        + " out of this file: ${NAME} reads a variable, ${file:PATH} a file.",
                        example = "${file:/etc/sidetone/token}")
                Optional<Secret> token,
        @Key(
                        why =
                                "A connection that completes no request for this long is closed, also one that sends a byte"
                                        + " now and then.",
                        min = 1_000,
                        max = 3_600_000,
                        byDefault = "30s")
                Duration idleTimeout,
        @Key(
                        unit = "connections",
                        why =
                                "Media streams count too. Beyond it a new connection takes the place of the one that asked"
                                        + " nothing, or showed no key, for longest. Where all are in use, 8 more answer /healthz"
                                        + " and /readyz only.",
                        min = 1,
                        max = 65_536,
                        derived = "256 more than limits.max-calls",
                        example = "256")
                int maxConnections,
        @FileType(ValueType.SIZE)
                @Key(
                        name = "max-body",
                        why = "Largest request body; a larger one is answered 413.",
                        min = 1_024,
                        max = 64L << 20,
                        byDefault = "1MiB")
                int maxBodyBytes,
        @FileType(ValueType.URL)
                @Rule(PublicBase.class)
                @Key(
                        unit = "scheme and host",
                        why =
                                "How others reach this server, through whatever proxy ends TLS: what carriers sign, and where"
                                        + " answers send their media streams. Needs http.token; a media stream whose secret is not"
                                        + " set in streams is not served then, because a proxy's requests look like those of this"
                                        + " machine.",
                        example = "https://agent.example.com")
                Optional<String> publicUrl,
        @Rule(OriginList.class)
                @Key(
                        unit = "origins",
                        why =
                                "Pages of other hosts that may open WebSockets and ask for keys, each by its exact origin."
                                        + " Pages of this server and of http.public-url always may, no others: any page a browser"
                                        + " visits could otherwise talk to it.",
                        example = "[https://app.example.com]")
                List<String> allowedOrigins,
        @Rule(TransferPatterns.class)
                @Key(
                        unit = "numbers and URIs",
                        why =
                                "To whom POST /api/calls/{id}/transfer may transfer a call, in the form of"
                                        + " agents.NAME.transfer-to; a number also stands for its tel: URI. Without it there are no transfers,"
                                        + " because a transfer costs money and whoever has the token could have any number called.",
                        example = "[\"sip:*@192.0.2.7\", \"+4930*\"]")
                List<String> transferTo,
        Tls tls) {
    /** Copies the lists. */
    public HttpConfig {
        allowedOrigins = List.copyOf(allowedOrigins);
        transferTo = List.copyOf(transferTo);
    }

    /**
     * The certificate of the port.
     *
     * @param certificate PEM file: the own certificate, then the intermediate ones
     * @param key PEM file of its private key
     */
    @Section(
            "Speaks TLS 1.2 and 1.3 on http.port, and nothing else: HTTP, the console and WebSockets. Without it, or behind a"
                    + " proxy that ends TLS, plain HTTP. Files are read again when they change and on SIGHUP; open connections stay.")
    public record Tls(
            @Key(
                            unit = "file",
                            why = "PEM: the certificate of this server first, then the intermediate ones. A path starts"
                                    + " from the folder of this file.",
                            derived = "plain HTTP",
                            example = "/etc/sidetone/fullchain.pem")
                    Optional<Path> certificate,
            @Key(
                            unit = "file",
                            why = "PEM: the private key of that certificate, RSA or EC, PKCS#8 without a password.",
                            derived = "plain HTTP",
                            example = "/etc/sidetone/privkey.pem")
                    Optional<Path> key) {
        /** Returns whether the port speaks TLS. */
        public boolean on() {
            return certificate.isPresent() && key.isPresent();
        }
    }

    /** Returns the allowed origins: the listed ones, and that of {@link #publicUrl}. */
    public List<String> origins() {
        List<String> all = new ArrayList<>(allowedOrigins);
        publicUrl.ifPresent(all::add);
        return all;
    }
}
