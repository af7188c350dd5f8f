package io.sidetone.transport.trunk.link;

import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.locate.ServerLocator;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.register.StandaloneRequests;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.transaction.FlowOpener;
import io.sidetone.transport.sip.transaction.SipScheduler;

/**
 * Services that every trunk that is called shares.
 *
 * @param requests sends OPTIONS and REGISTER
 * @param locator finds servers
 * @param opener opens flows to them
 * @param contacts our Contact on a flow, its user aside
 * @param sources learns the addresses of the trunks
 * @param scheduler time of the SIP event loop
 */
public record LinkServices(
        StandaloneRequests requests,
        ServerLocator locator,
        FlowOpener opener,
        Contacts contacts,
        SourcePolicy sources,
        SipScheduler scheduler) {
    /** Says where requests reach us. */
    @FunctionalInterface
    public interface Contacts {
        /** Returns our Contact for requests over {@code flow}, of sips where {@code secure}. */
        SipUri of(SipFlow flow, boolean secure);
    }
}
