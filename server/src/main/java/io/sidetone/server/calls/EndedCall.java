package io.sidetone.server.calls;

import io.sidetone.core.call.CallRecord;
import io.sidetone.transport.rtp.stats.RtpStatistics;
import io.sidetone.transport.sip.ua.SipLadder;

/**
 * A call that has ended, with the statistics of its transport.
 *
 * @param call the call's published record
 * @param media statistics of its packets, or null
 * @param ladder its SIP messages, or null
 * @param endedNs when, on the lanes' clock
 */
record EndedCall(CallRecord call, RtpStatistics media, SipLadder ladder, long endedNs) {}
