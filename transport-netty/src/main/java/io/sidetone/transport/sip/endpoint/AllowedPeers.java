package io.sidetone.transport.sip.endpoint;

import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.source.SourcePolicy.Admission;
import io.sidetone.transport.sip.source.SourcePolicy.Kind;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;

/** The source policy, and the hosts we chose to call: those may answer although no trunk lists them. One thread. */
final class AllowedPeers {
    private static final int MAX_CALLED = 1024;
    private static final Admission CALLED = new Admission(Kind.ANYONE, null);

    private final SourcePolicy policy;
    private final Map<InetAddress, Boolean> called = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<InetAddress, Boolean> eldest) {
            return size() > MAX_CALLED;
        }
    };

    AllowedPeers(SourcePolicy policy) {
        this.policy = policy;
    }

    void call(InetAddress address) {
        called.put(address, Boolean.TRUE);
    }

    Admission admit(InetAddress source) {
        Admission admission = policy.admit(source);
        return !admission.admitted() && called.get(source) != null ? CALLED : admission;
    }
}
