package io.sidetone.tools.system;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A real nginx on loopback, as a child of the test with files of its own, in front of one server in both usual set-ups. */
final class NginxProcess implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/sbin/nginx");

    private static final String CONFIGURATION =
            """
            daemon off;
            master_process off;
            pid PREFIX/nginx.pid;
            error_log PREFIX/error.log warn;
            events { worker_connections 256; }
            http {
                access_log off;
                client_body_temp_path PREFIX/body;
                proxy_temp_path PREFIX/proxy;
                fastcgi_temp_path PREFIX/fastcgi;
                uwsgi_temp_path PREFIX/uwsgi;
                scgi_temp_path PREFIX/scgi;
                map $http_upgrade $connection_upgrade { default upgrade; '' close; }
                server {
                    listen 127.0.0.1:BARE;
                    location / {
                        proxy_pass http://SERVER;
                        proxy_http_version 1.1;
                        proxy_set_header Upgrade $http_upgrade;
                        proxy_set_header Connection $connection_upgrade;
                    }
                }
                server {
                    listen 127.0.0.1:NAMED;
                    location / {
                        proxy_pass http://SERVER;
                        proxy_http_version 1.1;
                        proxy_set_header Upgrade $http_upgrade;
                        proxy_set_header Connection $connection_upgrade;
                        proxy_set_header Host $host;
                        proxy_set_header X-Real-IP $remote_addr;
                        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
                        proxy_set_header X-Forwarded-Proto https;
                    }
                }
            }
            """;

    /** Port of the plain {@code proxy_pass}: the server sees its own address as the host, and no header of a proxy. */
    final int bare;
    /** Port of the one that passes the host on and says for whom it asks. */
    final int named;

    private final Process process;

    private NginxProcess(Process process, int bare, int named) {
        this.process = process;
        this.bare = bare;
        this.named = named;
    }

    /** Starts it in front of {@code server}, with its files in {@code folder}. */
    static NginxProcess start(Path folder, String server) throws Exception {
        assumeTrue(Files.isExecutable(PROGRAM), "nginx is not installed (package nginx)");
        Path prefix = Files.createDirectories(folder.resolve("nginx"));
        int bare = LeasedPorts.listener();
        int named = LeasedPorts.listener();
        Path file = Files.writeString(
                prefix.resolve("nginx.conf"),
                CONFIGURATION
                        .replace("PREFIX", prefix.toString())
                        .replace("SERVER", server)
                        .replace("BARE", "" + bare)
                        .replace("NAMED", "" + named));
        Process process = new ProcessBuilder(
                        PROGRAM.toString(), "-p", prefix.toString(), "-e", prefix + "/error.log", "-c", file.toString())
                .redirectErrorStream(true)
                .redirectOutput(prefix.resolve("output").toFile())
                .start();
        NginxProcess nginx = new NginxProcess(process, bare, named);
        ServerProcess.awaitOrFail("nginx", 30, () -> {
            if (!process.isAlive()) {
                throw new AssertionError("nginx ended: " + read(prefix.resolve("output")));
            }
            return listens(bare) && listens(named);
        });
        return nginx;
    }

    /** Returns whether somebody takes connections at this port of loopback. */
    static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
