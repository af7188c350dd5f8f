// PCM16 little-endian, base64 and floats: what travels and what an AudioWorklet computes with.

const FULL_SCALE = 32768;

/** Float samples (-1…1) from base64 of PCM16 little-endian; throws on a wrong alphabet or half a sample. */
export function floatsOfBase64(text) {
  const bytes = atob(text);
  if (bytes.length % 2 !== 0) {
    throw new RangeError(`audio of ${bytes.length} bytes is no whole number of 16-bit samples`);
  }
  const samples = new Float32Array(bytes.length / 2);
  for (let i = 0; i < samples.length; i++) {
    const word = bytes.charCodeAt(2 * i) | (bytes.charCodeAt(2 * i + 1) << 8);
    samples[i] = (word >= FULL_SCALE ? word - 2 * FULL_SCALE : word) / FULL_SCALE;
  }
  return samples;
}

/** One float sample as PCM16, limited. */
export function pcm16(value) {
  const scaled = Math.round(value * FULL_SCALE);
  return scaled >= FULL_SCALE ? FULL_SCALE - 1 : scaled < -FULL_SCALE ? -FULL_SCALE : scaled;
}

/** Base64 of PCM16 samples, little-endian. */
export function base64OfPcm(samples) {
  let bytes = '';
  for (const sample of samples) {
    bytes += String.fromCharCode(sample & 255, (sample >> 8) & 255);
  }
  return btoa(bytes);
}

/** A level of 0…1 for a meter from a peak of 0…1: 60 dB are the whole scale. */
export function meter(peak) {
  if (!(peak > 0.001)) {
    return 0;
  }
  return Math.min(1, 1 + (20 * Math.log10(peak)) / 60);
}
