package io.sidetone.server.ops.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.transport.tls.TlsFileException;
import io.sidetone.transport.tls.TlsMaterial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedCertificateTest {
    private static final long DAY_S = 86_400;

    @TempDir
    private Path folder;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private long nowS = 1_800_000_000L;
    private Path certificate;
    private Path key;
    private FakeMaterial tls;
    private WatchedCertificate watched;

    /** Certificates whose reloads are counted. */
    private final class FakeMaterial implements TlsMaterial {
        private int reloads;
        private String wrong = "";
        private long endS = nowS + 90 * DAY_S;

        @Override
        public List<Path> files() {
            return List.of(certificate, key);
        }

        @Override
        public void reload() throws TlsFileException {
            reloads++;
            if (!wrong.isEmpty()) {
                throw new TlsFileException(key, wrong, "mend it");
            }
        }

        @Override
        public OptionalLong notAfter() {
            return OptionalLong.of(endS);
        }

        @Override
        public List<String> names() {
            return List.of("sip.example.com");
        }
    }

    @BeforeEach
    void watch() throws IOException {
        certificate = Files.writeString(folder.resolve("cert.pem"), "one");
        key = Files.writeString(folder.resolve("key.pem"), "one");
        tls = new FakeMaterial();
        watched = new WatchedCertificate("http", tls, () -> nowS);
        watched.bindTo(registry);
    }

    private void looks(int times) {
        for (int i = 0; i < times; i++) {
            watched.look();
        }
    }

    private String metric(String name) {
        return registry.scrape()
                .lines()
                .filter(line -> line.startsWith("sidetone_tls_certificate_" + name))
                .map(line -> line.replace("sidetone_tls_certificate_", ""))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void shouldReadChangedFilesOnceWhenAskedToBeforeItLooks() throws IOException {
        Files.writeString(certificate, "renewed");
        Files.writeString(key, "renewed");
        watched.reload();
        looks(5);
        assertThat(tls.reloads).isOne();
    }

    @Test
    void shouldReadNothingWhenNoFileChanges() {
        looks(5);
        assertThat(tls.reloads).isZero();
    }

    @Test
    void shouldReadOnceAndOnlyAtRestWhenCertificateAndKeyChangeOneAfterTheOther() throws Exception {
        Files.writeString(certificate, "another");
        looks(1);
        Files.writeString(key, "another");
        looks(1);
        assertThat(tls.reloads).as("while the files change").isZero();
        looks(5);
        assertThat(tls.reloads).isEqualTo(1);
        assertThat(metric("reloads")).contains("{outcome=\"applied\",place=\"http\"} 1.0");
    }

    @Test
    void shouldReadAgainWhenALinkLeadsToAnotherFileOrTheFileComesBack() throws Exception {
        Path renewed = Files.writeString(folder.resolve("renewed.pem"), "one");
        Files.delete(certificate);
        looks(2);
        assertThat(tls.reloads).isEqualTo(1);
        Files.createSymbolicLink(certificate, renewed);
        looks(2);
        assertThat(tls.reloads).isEqualTo(2);
    }

    @Test
    void shouldCountAFailureOnceAndTryAgainWhenTheFilesStayWrong() throws Exception {
        tls.wrong = "the key does not fit";
        Files.writeString(certificate, "another");
        looks(6);
        assertThat(tls.reloads).isEqualTo(5);
        assertThat(metric("reloads")).contains("{outcome=\"refused\",place=\"http\"} 1.0");
        tls.wrong = "";
        looks(3);
        assertThat(tls.reloads).isEqualTo(6);
        assertThat(metric("reloads"))
                .contains("{outcome=\"applied\",place=\"http\"} 1.0", "{outcome=\"refused\",place=\"http\"} 1.0");
    }

    @Test
    void shouldReadAtOnceWhenItIsTold() {
        watched.reload();
        assertThat(tls.reloads).isEqualTo(1);
    }

    @Test
    void shouldShowTheSecondsThatAreLeftWhenScraped() {
        nowS += 89 * DAY_S;
        assertThat(metric("expiry")).isEqualTo("expiry_seconds{place=\"http\"} 86400.0");
        nowS += 2 * DAY_S;
        assertThat(metric("expiry")).isEqualTo("expiry_seconds{place=\"http\"} -86400.0");
    }
}
