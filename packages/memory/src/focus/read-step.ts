import { redact } from '../redaction/redact.ts';
import { pathsOfStep, type Step, type StepPaths } from './step-paths.ts';

/** The parts of a step that tagging needs, without secrets. */
export type ReadStep = { userMessage: string; reply: string } & StepPaths;

/** Characters of a message that are read: its beginning says what it is about. */
const longestText = 20_000;

/** Reads the texts and paths of a step. Secrets are redacted, and paths with secrets are left out. */
export async function readStep(step: Step): Promise<ReadStep> {
  const [userMessage, reply] = await Promise.all([
    redact(step.userMessage.slice(0, longestText)),
    redact(step.reply.slice(0, longestText)),
  ]);
  const paths = pathsOfStep({ ...step, userMessage, reply });
  const [ofCalls, ofTexts, directories] = await Promise.all([
    withoutSecrets(paths.files.slice(0, paths.filesOfCalls)),
    withoutSecrets(paths.files.slice(paths.filesOfCalls)),
    withoutSecrets(paths.directories),
  ]);
  return { userMessage, reply, files: [...ofCalls, ...ofTexts], directories, filesOfCalls: ofCalls.length };
}

async function withoutSecrets(paths: string[]): Promise<string[]> {
  const redacted = await Promise.all(paths.map(redact));
  return paths.filter((path, index) => path === redacted[index]);
}
