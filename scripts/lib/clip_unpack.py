"""Unpacks data packed with Rob Northen Compression, method 1, as old games have it."""


def unpack(packed):
    """The data behind a head that begins with RNC and 1."""
    if packed[:4] != b"RNC\x01":
        raise ValueError("not packed with RNC method 1")
    size, blocks, bits = int.from_bytes(packed[4:8], "big"), packed[17], _Bits(packed, 18)
    out = bytearray()
    bits.take(2)
    for _ in range(blocks):
        literals, distances, lengths = _table(bits), _table(bits), _table(bits)
        count = bits.take(16)
        while count:
            run = _value(bits, literals)
            out += packed[bits.at:bits.at + run]
            bits.at += run
            count -= 1
            if count:
                distance, length = _value(bits, distances) + 1, _value(bits, lengths) + 2
                for _ in range(length):
                    out.append(out[-distance])
    if len(out) != size:
        raise ValueError("packed data are damaged")
    return bytes(out)


class _Bits:
    """Bits from the lowest up, in words of 16 that are fetched when needed: whole bytes lie between the words."""

    def __init__(self, data, at):
        self.data, self.at, self.held, self.count = data, at, 0, 0

    def take(self, count):
        while self.count < count:
            self.held |= int.from_bytes(self.data[self.at:self.at + 2], "little") << self.count
            self.at += 2
            self.count += 16
        value = self.held & ((1 << count) - 1)
        self.held >>= count
        self.count -= count
        return value


def _table(bits):
    """Codes of a Huffman tree, by length and bits in reading order."""
    lengths = [bits.take(4) for _ in range(bits.take(5))]
    codes, code = {}, 0
    for length in range(1, 17):
        for symbol, own in enumerate(lengths):
            if own == length:
                codes[length, code >> (16 - length)] = symbol
                code += 1 << (16 - length)
    return codes


def _value(bits, codes):
    code = 0
    for length in range(1, 17):
        code = code << 1 | bits.take(1)
        symbol = codes.get((length, code))
        if symbol is not None:
            return symbol if symbol < 2 else 1 << (symbol - 1) | bits.take(symbol - 1)
    raise ValueError("packed data are damaged")
