import { messages, protocol, type DescribeQueryResult, type PGlite } from '@electric-sql/pglite';
import type { Row } from './store-engine.ts';

/** PGlite's type hides that it knows no form of some types; their text is sent and received as it is. */
type Described = { [Key in keyof DescribeQueryResult]: Partial<DescribeQueryResult[Key][number]>[] };
type Statement = Described & { name: string };

const { bind, execute, parse, sync } = protocol.serialize;

/**
 * Runs texts as prepared statements. A call enters the engine once, where `PGlite.query` enters it six times and reads the text again,
 * which takes a short call twice as long. A text stays prepared until the engine ends, so there must be few of them. Bytes are sent as
 * they are, in the binary form of their type. Call it once for an engine.
 */
export function createStatements(engine: PGlite) {
  const prepared = new Map<string, Promise<Statement>>();
  let count = 0;

  return async (sql: string, parameters: unknown[]): Promise<Row[]> => {
    const { name, queryParams, resultFields } = await statementOf(sql);
    const values = queryParams.map(({ serializer }, index) => {
      const value = parameters[index] ?? null;
      if (value === null || value instanceof Uint8Array) return value;
      return serializer ? serializer(value) : String(value);
    });
    const answer = await send(bind({ statement: name, values }), execute(), sync());
    return answer
      .filter((message) => message instanceof messages.DataRowMessage)
      .map(({ fields }) =>
        Object.fromEntries(
          resultFields.map(({ name: field = '', parser }, index) => {
            const text = fields[index] ?? null;
            return [field, text === null || !parser ? text : parser(text)];
          }),
        ),
      );
  };

  function statementOf(sql: string): Promise<Statement> {
    const known = prepared.get(sql);
    if (known) return known;
    const preparing = prepare(sql);
    prepared.set(sql, preparing);
    preparing.catch(() => prepared.delete(sql));
    return preparing;
  }

  async function prepare(sql: string): Promise<Statement> {
    const name = `devai_${(count += 1)}`;
    const described = await engine.runExclusive(() => engine.describeQuery(sql));
    await send(parse({ name, text: sql }), sync());
    return { ...described, name };
  }

  async function send(...parts: Uint8Array[]) {
    const answer = await engine.runExclusive(() => engine.execProtocol(Buffer.concat(parts)));
    return answer.messages;
  }
}
