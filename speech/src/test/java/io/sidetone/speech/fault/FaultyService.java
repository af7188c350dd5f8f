package io.sidetone.speech.fault;

import io.sidetone.core.setting.Altered;
import io.sidetone.speech.loopback.HangingPort;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.ServiceAccess;
import java.net.URI;
import java.nio.file.Path;
import java.util.Set;

/** A service on this machine with whatever is wrong with it. */
abstract class FaultyService {
    static final String KEY = "sk-0123456789-secret";
    static final String WRONG_KEY = "sk-9876543210-wrong";

    /** Beyond any pause of a busy machine. */
    static final Deadlines PATIENT = new Deadlines(15_000, 15_000, 15_000);

    private final Set<Fault> without;

    /** All faults but some that such a service cannot have. */
    FaultyService(Set<Fault> without) {
        this.without = without;
    }

    final boolean has(Fault fault) {
        return !without.contains(fault);
    }

    abstract void serve(LoopbackServer server);

    /** Where it is at {@code server}. */
    abstract URI url(LoopbackServer server);

    /** Whether a connection is opened with the session, whose failure is the session's. */
    abstract boolean dials();

    /** Refuses whoever comes. */
    abstract void refuse(int status);

    /** What its engine calls {@code fault}. */
    String code(Fault fault) {
        return fault.code;
    }

    /** Does {@code fault} from now on. */
    abstract void provoke(Fault fault);

    /** Nothing is wrong any more. */
    abstract void heal();

    /** Where an engine is sent that is to meet {@code fault} on its way. */
    final URI url(Fault fault, LoopbackServer server) {
        URI url = url(server);
        String rest = url.getRawPath();
        switch (fault) {
            case REFUSED -> {
                LoopbackServer gone = LoopbackServer.open();
                int port = gone.port();
                gone.close();
                return URI.create(url.getScheme() + "://127.0.0.1:" + port + rest);
            }
            case NO_TLS -> {
                return URI.create(url.getScheme() + "s://127.0.0.1:" + HangingPort.plain() + rest);
            }
            case HANG_CONNECTING -> {
                return URI.create(url.getScheme() + "://127.0.0.1:" + HangingPort.open() + rest);
            }
            default -> {
                return url;
            }
        }
    }

    /** Short only where the end of patience is awaited, and nothing else can take long. */
    static Deadlines patience(Fault fault) {
        return switch (fault) {
            case HANG_CONNECTING -> new Deadlines(150, 150, 0);
            case HANG_FIRST, HANG_MIDDLE, DRIP -> new Deadlines(PATIENT.connectMs(), 150, 150);
            default -> PATIENT;
        };
    }

    /** Returns access to the service that fails. */
    static ServiceAccess access(String name, URI url, String key, Deadlines deadlines, Path trust) {
        return Altered.with(ServiceAccess.of(name, key), "url", url, "deadlines", deadlines, "trust", trust);
    }
}
