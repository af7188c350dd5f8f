package io.sidetone.transport.sip.source;

import io.netty.util.NetUtil;
import io.sidetone.core.net.Cidr;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Blocks of addresses as tests write them. */
public final class Blocks {
    private Blocks() {}

    /** Returns the block {@code ADDRESS} or {@code ADDRESS/BITS}. */
    public static Cidr of(String text) {
        int slash = text.indexOf('/');
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(slash < 0 ? text : text.substring(0, slash));
        try {
            return new Cidr(
                    InetAddress.getByAddress(bytes),
                    slash < 0 ? bytes.length * 8 : Integer.parseInt(text.substring(slash + 1)));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
