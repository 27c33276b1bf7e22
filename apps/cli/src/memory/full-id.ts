import { idBeginning, type IdKind } from '@devai/fastify/protocol/ids';
import { z } from 'zod';
import { CliError, cliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { oneLine } from '../terminal/printable.ts';

/** Completes the beginning of an id. Throws `usage` for a text that is not an id, `not_found`, and `ambiguous_id` with the candidates. */
export async function fullId({ ask }: Pick<Context, 'ask'>, kind: IdKind, given: string): Promise<string> {
  const id = given.toLowerCase();
  if (z.guid().safeParse(id).success) return id;
  if (!idBeginning.safeParse(id).success) {
    throw cliError(
      'usage',
      `${given} is not the id of a ${kind}; give at least the first 6 characters of one`,
    );
  }
  const query = { kind, beginning: id };
  const { matches } = await ask('GET /api/memory/ids', { query });
  const [first] = matches;
  if (!first) throw new CliError('not_found', `there is no ${kind} whose id begins with ${given}`);
  if (matches.length === 1) return first.id;
  const candidates = matches.map((one) => `  ${one.id}  ${oneLine(one.title, 60)}`);
  throw cliError('ambiguous_id', `more than one id begins with ${given}:\n${candidates.join('\n')}`);
}
