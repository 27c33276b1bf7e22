import { float, integer, part, type Field } from './protobuf.ts';

/** 8-bit elements with `value = scale * (element - zeroPoint)`. */
export type Tensor = { shape: number[]; elements: Uint8Array; scale: number; zeroPoint: number };

type Attribute = number | { float: number };

/** Element types of ONNX (onnx.proto3, `TensorProto.DataType`). */
const elementTypes = { float: 1, uint8: 2, int32: 6, int64: 7 };
const fusedOperators = 'com.microsoft';

/** Collects the nodes and constants of an ONNX graph. Values are named by numbers. */
export function createGraph() {
  const nodes: Field[] = [];
  const constants: Field[] = [];
  let count = 0;
  const nextName = (): string => `v${(count += 1)}`;

  return { add: adder(''), addFused: adder(fusedOperators), constant, integers, weights, encode };

  /** Adds a node and returns the name of its output. */
  function adder(domain: string) {
    return (operator: string, inputs: string[], attributes: Record<string, Attribute> = {}): string => {
      const output = nextName();
      nodes.push(
        part(1, [
          ...inputs.map((input) => part(1, input)),
          part(2, output),
          part(4, operator),
          ...Object.entries(attributes).map(([name, value]) => part(5, encodeAttribute(name, value))),
          part(7, domain),
        ]),
      );
      return output;
    };
  }

  function constant(type: keyof typeof elementTypes, shape: number[], data: ArrayBufferView): string {
    const name = nextName();
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    constants.push(
      part(5, [
        ...shape.map((size) => integer(1, size)),
        integer(2, elementTypes[type]),
        part(8, name),
        part(9, bytes),
      ]),
    );
    return name;
  }

  function integers(value: number): string {
    return constant('int64', [1], BigInt64Array.of(BigInt(value)));
  }

  /** Adds weights as they are: elements, scale and zero point, which must be a whole number. */
  function weights({ shape, elements, scale, zeroPoint }: Tensor): string[] {
    return [
      constant('uint8', shape, elements),
      constant('float', [], Float32Array.of(scale)),
      constant('uint8', [], Uint8Array.of(zeroPoint)),
    ];
  }

  /** Encodes the model as a file. Its inputs are `int64 [texts, tokens]`, its output is `float`. */
  function encode(inputs: string[], output: string): Uint8Array {
    const name = 'last_hidden_state';
    nodes.push(part(1, [part(1, output), part(2, name), part(4, 'Identity')]));
    const graph = [
      ...nodes,
      part(2, 'bert'),
      ...constants,
      ...inputs.map((input) => part(11, encodeValue(input, elementTypes.int64, ['texts', 'tokens']))),
      part(12, encodeValue(name, elementTypes.float, ['texts', 'tokens', 'dimensions'])),
    ];
    return Buffer.concat([
      integer(1, 8), // the version of the format
      part(7, graph),
      part(8, [part(1, ''), integer(2, 17)]), // the version of the operators
      part(8, [part(1, fusedOperators), integer(2, 1)]),
    ]);
  }
}

const encodeAttribute = (name: string, value: Attribute): Field[] =>
  typeof value === 'number'
    ? [part(1, name), integer(3, value), integer(20, 2)]
    : [part(1, name), float(2, value.float), integer(20, 1)];

const encodeValue = (name: string, type: number, shape: string[]): Field[] => [
  part(1, name),
  part(2, [
    part(1, [
      integer(1, type),
      part(
        2,
        shape.map((dimension) => part(1, [part(2, dimension)])),
      ),
    ]),
  ]),
];
