import { isProjectRenamed, storedProject } from '../namespaces.ts';
import { redact } from '../redaction/redact.ts';
import type { Store } from '../store/store.ts';
import { shortLine } from '../text/short-line.ts';
import { storableText } from '../text/storable-text.ts';

/** Characters; the database allows 200, with the mark of what was cut. */
const longestName = 190;

/**
 * Keeps the name that a project was given, redacted, if its id shows another (`%` is stored as `bbf3f11cb5`) and it has no name yet. Other
 * names cost no call of the store. Returns whether it was named now. Idempotent.
 */
export async function keepProjectName(
  { nameProject }: Pick<Store, 'nameProject'>,
  given: string | null | undefined,
): Promise<boolean> {
  if (given === null || given === undefined || !isProjectRenamed(given)) return false;
  const name = shortLine(storableText(await redact(given)), longestName);
  return name !== '' && nameProject(storedProject(given), name);
}
