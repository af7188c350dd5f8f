package io.sidetone.transport.trunk;

import io.sidetone.transport.sip.ua.OutgoingCall;
import io.sidetone.transport.sip.ua.OutgoingCallRequest;
import io.sidetone.transport.sip.ua.SipCallListener;
import io.sidetone.transport.trunk.link.TrunkLinks;
import java.util.function.BiFunction;

/**
 * How calls of ours get out.
 *
 * @param links know the servers of each trunk
 * @param call sends an INVITE
 */
record OutboundWay(TrunkLinks links, BiFunction<OutgoingCallRequest, SipCallListener, OutgoingCall> call) {}
