/** An encoded field of a protobuf message (developers.google.com/protocol-buffers, "Encoding"). */
export type Field = Uint8Array;

/** Encodes an integer of 0 or more. */
export const integer = (field: number, value: number): Field =>
  Buffer.from([...varint(field * 8), ...varint(value)]);

/** Encodes a `float`. */
export function float(field: number, value: number): Field {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.from([...varint(field * 8 + 5), ...bytes]);
}

/** Encodes a text, bytes, or a message of fields. */
export function part(field: number, value: string | Uint8Array | Field[]): Field {
  const bytes =
    typeof value === 'string' ? Buffer.from(value) : Array.isArray(value) ? Buffer.concat(value) : value;
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(bytes.length)]), bytes]);
}

function varint(value: number): number[] {
  const bytes = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return [...bytes, value];
}
