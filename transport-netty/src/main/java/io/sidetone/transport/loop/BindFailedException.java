package io.sidetone.transport.loop;

import java.io.IOException;
import java.net.InetSocketAddress;

/** A socket could not be bound. The message names protocol, address, port, the owner where it is known, and a remedy. */
public final class BindFailedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient InetSocketAddress address;

    private BindFailedException(String message, InetSocketAddress address, Throwable cause) {
        super(message, cause);
        this.address = address;
    }

    /**
     * Explains a failed bind.
     *
     * @param what the listener, as the person who configured it knows it: {@code "sip"}
     */
    public static BindFailedException of(
            String what, PortOwner.Protocol protocol, InetSocketAddress address, Throwable cause) {
        return of(what, protocol, address, cause, PortOwner.system());
    }

    static BindFailedException of(
            String what, PortOwner.Protocol protocol, InetSocketAddress address, Throwable cause, PortOwner owners) {
        String where = address.isUnresolved() || address.getAddress() == null
                ? address.getHostString()
                : address.getAddress().getHostAddress();
        StringBuilder text = new StringBuilder("cannot bind ")
                .append(what)
                .append(" to ")
                .append(protocol)
                .append(' ')
                .append(where)
                .append(" port ")
                .append(address.getPort())
                .append(": ");
        String owner = owners.find(protocol, address);
        if (owner != null) {
            text.append("in use by ").append(owner).append("; stop it or configure another port");
        } else {
            text.append(String.valueOf(cause.getMessage()))
                    .append("; configure an address of this machine and a free port you may use");
        }
        return new BindFailedException(text.toString(), address, cause);
    }

    /** The address that was asked for. */
    public InetSocketAddress address() {
        return address;
    }
}
