// Numbers as people read them.

/** 1:05, or 1:02:03. */
export function duration(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  const two = (n) => String(n).padStart(2, '0');
  const hours = Math.floor(s / 3600);
  return hours > 0 ? `${hours}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}

/** Seconds with one decimal, for the ruler. */
export function clock(ms) {
  const tenths = Math.floor((ms % 1000) / 100);
  return duration(ms) + (tenths === 0 ? '' : `.${tenths}`);
}

/** 420 ms, or a dash where nothing was measured. */
export function latency(ms) {
  return ms > 0 ? `${Math.round(ms)} ms` : '–';
}

/** Wall time of an ISO text, in the reader's zone. */
export function wall(iso) {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? '–' : at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
}

/** sip:alice@host;tag → alice@host; nothing → unknown. */
export function party(address) {
  const plain = String(address ?? '').replace(/^.*<|>.*$/g, '').replace(/^(sips?|tel):/i, '').split(';')[0];
  return plain === '' ? 'unknown' : plain;
}
