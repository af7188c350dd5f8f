// Calls as the API tells of them: three that live and two that are over, always the same.
const EPOCH = Date.parse('2026-04-01T10:00:00Z');
const VIEWS = { CONNECTING: 'connecting', IDLE: 'idle', LISTENING: 'user_speaking', FINALIZING: 'ai_thinking', THINKING: 'ai_thinking', ACTION: 'invoke_action', SPEAKING: 'ai_speaking' };
const at = (ms) => new Date(EPOCH + ms).toISOString();

/** Loudness of a voice: something like syllables where it speaks, room noise elsewhere. */
function voice(spans, steps, seed) {
  let text = '';
  let state = seed;
  for (let i = 0; i < steps; i++) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    const ms = i * 100;
    const speaks = spans.some(([from, to]) => ms >= from && ms < to);
    const level = speaks ? 14 + (state % 16) - (i % 5 === 0 ? 8 : 0) : state % 3;
    text += Math.max(0, level).toString(36);
  }
  return text;
}

const MOVES = [
  [0, 'CONNECTING', 'client.connect'], [180, 'IDLE', 'server.ready'], [240, 'SPEAKING', 'server.announce'],
  [3900, 'IDLE', 'audio.complete'], [4700, 'LISTENING', 'vad'], [7600, 'FINALIZING', 'vad_end'], [7900, 'THINKING', 'transcript'],
  [8500, 'SPEAKING', 'response.audio'], [11300, 'LISTENING', 'input.barge_in'], [13900, 'FINALIZING', 'vad_end'], [14150, 'THINKING', 'transcript'],
  [14500, 'ACTION', 'response.tool'], [15400, 'THINKING', 'action.result'], [15900, 'SPEAKING', 'response.audio'], [20800, 'IDLE', 'audio.complete'],
  [22000, 'LISTENING', 'vad'], [24300, 'FINALIZING', 'vad_end'], [24600, 'THINKING', 'transcript'], [25100, 'SPEAKING', 'response.audio'],
];
const AGENT = [[240, 3900], [8500, 11300], [15900, 20800], [25100, 60000]];
const CALLER = [[4700, 7400], [11150, 13700], [22000, 24100]];

export const CALL = '01K9MAYQ3B0TTQ8V1C9ZN6D4XA';

export function detail(ageMs = 28400) {
  const moves = MOVES.filter(([ms]) => ms <= ageMs);
  const turn = (n, role, from, to, interruption) => ({
    turnId: `turn-${n}`, role, startedAt: at(from), ...(to <= ageMs ? { endedAt: at(to) } : {}), ...(interruption ? { interruption } : {}), policyProfile: 'default' });
  return {
    ...glance(CALL, 'sip:+49301234567@trunk.example', 'SPEAKING', ageMs, { yielding: false }),
    caption: { text: 'You are booked for Thursday at half past eleven. I have sent you a confirmation.', heardChars: 33 },
    levels: { stepMs: 100, fromMs: 0, caller: voice(CALLER, ageMs / 100, 7), agent: voice(AGENT.map(([a, b]) => [a, b === 11300 ? 11240 : b]), ageMs / 100, 99) },
    timeline: [
      { atMs: 240, kind: 'agent', text: 'Good morning, this is the practice desk. How can I help you?' },
      { atMs: 7900, kind: 'transcript', text: 'I need an appointment this week please' },
      { atMs: 8500, kind: 'agent', text: 'I have Thursday at half past eleven or Friday at two in the afternoon. Which one would you like?' },
      { atMs: 11160, kind: 'yield', text: 'agent paused at 2660 ms of its turn' },
      { atMs: 11300, kind: 'commit', text: 'barge-in (words); heard: I have Thursday at half past eleven' },
      { atMs: 14150, kind: 'transcript', text: 'Thursday is fine, half past eleven' },
      { atMs: 14500, kind: 'action', text: 'book_appointment {"day":"2026-04-02","time":"11:30"}' },
      { atMs: 15400, kind: 'action', text: 'book_appointment -> success' },
      { atMs: 15900, kind: 'agent', text: 'Thursday, half past eleven. What name shall I put down?' },
      { atMs: 24600, kind: 'transcript', text: 'Ada Example' },
      { atMs: 25100, kind: 'agent', text: 'You are booked for Thursday at half past eleven. I have sent you a confirmation.' },
    ],
    history: [
      { role: 'assistant', text: 'Good morning, this is the practice desk. How can I help you?', interrupted: false },
      { role: 'user', text: 'I need an appointment this week please', interrupted: false },
      { role: 'assistant', utteranceId: 'utt-3', text: 'I have Thursday at half past eleven', interrupted: true, intended: 'I have Thursday at half past eleven or Friday at two in the afternoon. Which one would you like?' },
      { role: 'user', text: 'Thursday is fine, half past eleven', interrupted: false },
      { role: 'assistant', utteranceId: 'utt-5', text: 'Thursday, half past eleven. What name shall I put down?', interrupted: false },
      { role: 'user', text: 'Ada Example', interrupted: false },
    ],
    metrics: { ageMs, turns: 3, bargeIns: 1, falseAlarms: 1, lastResponseMs: 800, worstResponseMs: 1100, packetsLost: 2, jitterMs: 1.4, roundTripMs: 18, framesConcealed: 2, framesSkipped: 0 },
    sip: [],
    policyProfile: 'default',
    turns: [
      turn(1, 'assistant', 240, 3900), turn(2, 'user', 4700, 7600),
      turn(3, 'assistant', 7600, 11300, { type: 'barge-in', detectedAt: at(11160), latencyMs: 84, source: 'azure-vad', reasonCode: 'words' }),
      turn(4, 'user', 11300, 13900), turn(5, 'assistant', 13900, 20800), turn(6, 'user', 22000, 24300), turn(7, 'assistant', 24300, 99999),
    ].filter(({ startedAt }) => Date.parse(startedAt) - EPOCH <= ageMs),
    interruptions: [],
    transitions: moves.map(([ms, to, trigger], i) => ({ at: at(ms), rule: 'T', from: i === 0 ? 'NOT_CONNECTED' : moves[i - 1][1], to, trigger, durationMs: 0, view: { vip: VIEWS[to] } })),
    answers: [
      answer('utt-3', 7400, { slowest: 'dialogue', endedBy: 'words', decidedMs: 200, wordsMs: 500, requestMs: 510, textMs: 900, clauseMs: 950, voiceMs: 1080, audioMs: 1100 }),
      answer('utt-5', 13700, { slowest: 'dialogue', endedBy: 'voice and words', decidedMs: 200, wordsMs: 450, requestMs: 450, textMs: 2020, clauseMs: 2050, voiceMs: 2180, audioMs: 2200 }),
    ],
    vantum: [], alerts: [], actions: [],
  };
}

/** Where the time of one answer went, in ms after the caller's last sound. */
function answer(utteranceId, endedAtMs, moments) {
  return { turnId: utteranceId.replace('utt', 'turn'), utteranceId, speechEndedAt: at(endedAtMs), ...moments };
}

function glance(callId, from, state, ageMs, more = {}) {
  return {
    callId, externalId: 'x', transport: 'sip-udp', agent: 'appointment-desk', from, to: 'sip:100@192.0.2.2', state,
    view: { vip: VIEWS[state] ?? 'not_connected', ite: 'speaking', vela: 'speaking', vantum: null }, startedAt: at(0), held: false, yielding: false, recovering: false,
    ageMs, lastResponseMs: 640, ...more,
  };
}

export function live(ageMs = 28400) {
  const levels = (seed, caller, agent) => ({ stepMs: 100, fromMs: 0, caller: voice(caller, 100, seed), agent: voice(agent, 100, seed + 1) });
  const { caption, timeline, history, metrics, ...first } = detail(ageMs);
  return [
    { ...glance(CALL, first.from, 'SPEAKING', ageMs, { lastResponseMs: 800 }), levels: levels(7, [[0, 3000]], [[4000, 10000]]) },
    { ...glance('01K9MAYQ3B0TTQ8V1C9ZN6D4XB', 'sip:+442071234567@trunk.example', 'LISTENING', 63000, { transport: 'twilio' }), levels: levels(8, [[5200, 10000]], [[0, 4400]]) },
    { ...glance('01K9MAYQ3B0TTQ8V1C9ZN6D4XC', 'sip:reception@192.0.2.40', 'SPEAKING', 125000, { yielding: true, lastResponseMs: 410 }), levels: levels(9, [[9300, 10000]], [[2000, 9600]]) },
    { ...glance('01K9MAYQ3B0TTQ8V1C9ZN6D4XD', 'sip:+33187654321@trunk.example', 'ACTION', 17000, { lastResponseMs: 520 }), levels: levels(10, [[3000, 5000]], [[200, 2500]]) },
    { ...glance('01K9MAYQ3B0TTQ8V1C9ZN6D4XE', 'browser', 'IDLE', 9000, { transport: 'vip', recovering: true, lastResponseMs: 0 }), levels: levels(11, [], [[0, 3000]]) },
    { ...glance('01K9MAYQ3B0TTQ8V1C9ZN6D4XF', 'sip:+31201234567@trunk.example', 'THINKING', 44000, { held: true }), levels: levels(12, [[2000, 7000]], []) },
  ];
}

/** Lines of the history, newest first: today and yesterday as a reader has them at any time. */
export function kept(now = Date.now()) {
  const line = (n, minutesAgo, more) => ({
    callId: `01K9MAYQ3B0TTQ8V1C9ZN6D4Y${n}`, state: 'ended', status: 200, cause: 'CALLER_HUNG_UP', reason: 'the caller hung up', direction: 'in',
    from: 'sip:+49301234567@trunk.example', to: 'sip:100@192.0.2.2', agent: 'appointment-desk', trunk: 'carrier',
    startedAt: new Date(now - minutesAgo * 60000).toISOString(), endedAt: new Date(now - minutesAgo * 60000 + 94000).toISOString(),
    durationMs: 94000, answered: true, turns: 6, interruptions: 0, worstAnswerMs: 1100, mos: 4.4, cost: { EUR: 0.0312 }, ...more,
  });
  const refused = { state: 'refused', answered: false, durationMs: 0, turns: undefined, interruptions: undefined, worstAnswerMs: undefined, mos: undefined, cost: undefined };
  return [
    line(9, 0, { ...refused, status: 488, cause: 'NOT_ACCEPTABLE', reason: 'both sides have no way to talk in common (488 no common codec; offered: [G729/8000])', from: 'sip:+33187654321@trunk.example' }),
    line(8, 0, { interruptions: 4, durationMs: 28400 }),
    line(7, 0, { direction: 'out', answered: false, status: 486, cause: 'BUSY', reason: 'the called party is busy', to: 'sip:+4930555@trunk.example', durationMs: 9000, cost: {}, worstAnswerMs: undefined }),
    line(6, 0, { ...refused, status: 404, cause: 'NO_AGENT', reason: 'no agent takes a call to this address (404 Not Found)', agent: '', trunk: '', attempts: 4711 }),
    line(5, 0, { state: 'live', cause: undefined, reason: undefined, endedAt: undefined, durationMs: 17000 }),
    line(4, 0, {}),
    line(3, 1440, { from: 'browser', trunk: '', interruptions: 1 }),
    line(2, 1500, { agent: 'reception', from: 'sip:reception@192.0.2.40' }),
  ];
}

/** What the API answers to a question about kept calls; the filters that tests use. */
export function found(query, calls) {
  const asked = new URLSearchParams(query);
  const passes = (call) => ['state', 'agent', 'cause', 'direction'].every((name) => !asked.has(name) || asked.get(name) === call[name])
    && (!asked.has('interrupted') || (asked.get('interrupted') === 'true') === (call.interruptions ?? 0) > 0)
    && (!asked.has('from') || call.startedAt >= new Date(asked.get('from')).toISOString());
  return { calls: calls.filter(passes), next: null };
}

/** A kept call in full. */
export function keptDetail(entry) {
  const call = { ...detail(), callId: entry.callId, from: entry.from, to: entry.to, entry, end: { cause: entry.cause, by: 'caller', reason: entry.reason, sipStatus: entry.status } };
  call.turns.filter(({ endedAt }) => endedAt === undefined).forEach((turn) => { turn.endedAt = at(28400); });
  const message = (ms, direction, summary) => ({ at: at(ms), direction, peer: 'udp 192.0.2.1:5060', summary, message: `${summary.split(' (')[0]}\r\nVia: SIP/2.0/UDP 192.0.2.1:5060\r\nAuthorization: [secret]\r\n` });
  if (entry.state === 'refused') {
    return { ...call, state: 'REFUSED', history: [], turns: [], timeline: [], transitions: [], answers: [], levels: undefined, metrics: {}, files: {},
      origin: { direction: 'in', peer: 'udp 192.0.2.1:5060', codecs: ['G729/8000'] },
      sip: [message(0, 'in', 'INVITE sip:100@192.0.2.2 (1 INVITE) [sdp]'), message(4, 'out', '100 Trying (1 INVITE)'), message(9, 'out', `${entry.status} Not Acceptable Here (1 INVITE)`)] };
  }
  return { ...call, state: 'ENDED', files: { recording: `/api/calls/${entry.callId}/recording`, journal: `/api/calls/${entry.callId}/journal` },
    origin: { direction: 'in', trunk: 'carrier', peer: 'udp 192.0.2.1:5060', codecs: ['PCMU/8000'] }, media: { codec: 'PCMU' },
    sip: [message(0, 'in', 'INVITE sip:100@192.0.2.2 (1 INVITE) [sdp]'), message(12, 'out', '200 OK (1 INVITE) [sdp]'), message(28400, 'in', 'BYE sip:100@192.0.2.2 (2 BYE)')] };
}

/** 28 seconds of stereo silence at 8 kHz as a WAV. */
export function recording() {
  const samples = Buffer.alloc(8000 * 4 * 28);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(32000, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
