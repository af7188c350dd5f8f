package io.sidetone.transport.sip.source;

import io.sidetone.core.net.Cidr;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Policy of who may talk to us: configured trunks, this machine, and others only where that is asked for. Everybody else is
 * dropped without an answer, so that scanners learn nothing; where a trunk knows its peer by a password, everybody else,
 * this machine included, is a stranger who has to show it. Any thread.
 */
public final class SourcePolicy {
    private static final Admission LOOPBACK = new Admission(Kind.LOOPBACK, null);
    private static final Admission ANYONE = new Admission(Kind.ANYONE, null);
    private static final Admission STRANGER = new Admission(Kind.STRANGER, null);
    private static final Admission REFUSED = new Admission(Kind.REFUSED, null);

    private final List<Trunk> trunks;
    private final List<Admission> trunkAdmissions;
    private final Others others;
    private final Map<String, Set<InetAddress>> learned = new ConcurrentHashMap<>();

    /** Treatment of sources that no trunk lists. */
    public enum Others {
        /** This machine is admitted, the rest is dropped. */
        REFUSED,
        /** All are admitted. */
        ADMITTED,
        /** All are asked for a password. */
        CHALLENGED
    }

    /**
     * A policy.
     *
     * @param allowAnyone true admits sources that are neither trunk nor loopback
     */
    public SourcePolicy(List<Trunk> trunks, boolean allowAnyone) {
        this(trunks, allowAnyone ? Others.ADMITTED : Others.REFUSED);
    }

    /** A policy that says what becomes of sources that no trunk lists. */
    public SourcePolicy(List<Trunk> trunks, Others others) {
        this.trunks = List.copyOf(trunks);
        this.others = others;
        this.trunkAdmissions = new ArrayList<>();
        for (Trunk trunk : this.trunks) {
            trunkAdmissions.add(new Admission(Kind.TRUNK, trunk));
        }
    }

    /** Why a source is admitted. */
    public enum Kind {
        TRUNK,
        LOOPBACK,
        ANYONE,
        STRANGER,
        REFUSED
    }

    /**
     * A configured trunk.
     *
     * @param name as configured
     * @param from its addresses
     * @param nat true when it sits behind NAT: answers go to the source port even without {@code rport}
     */
    public record Trunk(String name, List<Cidr> from, boolean nat) {
        /** Copies the list. */
        public Trunk {
            from = List.copyOf(from);
        }
    }

    /**
     * The decision for one source.
     *
     * @param trunk the trunk it belongs to, else null
     */
    public record Admission(Kind kind, Trunk trunk) {
        /** True when what it sends is looked at. */
        public boolean admitted() {
            return kind != Kind.REFUSED;
        }

        /** True when its INVITE rate is limited. */
        public boolean limited() {
            return kind != Kind.LOOPBACK;
        }

        /** Name of the trunk, or null. */
        public String trunkName() {
            return trunk == null ? null : trunk.name();
        }

        public boolean nat() {
            return trunk != null && trunk.nat();
        }
    }

    /** Loopback only. */
    public static SourcePolicy loopbackOnly() {
        return new SourcePolicy(List.of(), false);
    }

    /** The decision for this address; a trunk is recognized before loopback, so that tests can play one. */
    public Admission admit(InetAddress source) {
        for (int i = 0; i < trunks.size(); i++) {
            List<Cidr> blocks = trunks.get(i).from();
            for (int j = 0; j < blocks.size(); j++) {
                if (blocks.get(j).contains(source)) {
                    return trunkAdmissions.get(i);
                }
            }
        }
        for (int i = 0; i < trunks.size() && !learned.isEmpty(); i++) {
            if (learned.getOrDefault(trunks.get(i).name(), Set.of()).contains(source)) {
                return trunkAdmissions.get(i);
            }
        }
        if (others == Others.CHALLENGED) {
            return STRANGER;
        }
        if (source.isLoopbackAddress()) {
            return LOOPBACK;
        }
        return others == Others.ADMITTED ? ANYONE : REFUSED;
    }

    /** From now on these addresses count as those of a trunk, besides those it lists: where its name leads to. */
    public void learn(String trunk, Set<InetAddress> addresses) {
        learned.put(trunk, Set.copyOf(addresses));
    }

    /** Returns whether {@code source} is an address of the trunk with this name, whichever trunk it is admitted as. */
    public boolean has(String name, InetAddress source) {
        Trunk trunk = trunk(name);
        return trunk != null
                && (trunk.from().stream().anyMatch(block -> block.contains(source))
                        || learned.getOrDefault(name, Set.of()).contains(source));
    }

    /** The trunk with this name, or null; a null name is of none. */
    public Trunk trunk(String name) {
        return trunks.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
