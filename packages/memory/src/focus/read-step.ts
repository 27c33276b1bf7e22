import { redact } from '../redaction/redact.ts';
import { pathsOfStep, type Step, type StepPaths } from './step-paths.ts';

/** A step as far as tagging needs it, without secrets. */
export type ReadStep = { userMessage: string; reply: string } & StepPaths;

/** Characters of a message that are looked at: what a text is about stands at its beginning. */
const longestText = 20_000;

/** Takes from a step what it says and names. Secrets are redacted; a path that holds one is left out. */
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
