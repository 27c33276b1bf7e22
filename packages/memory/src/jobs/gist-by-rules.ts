import { z } from 'zod';
import { type Gist, longestName } from '../extraction/gist.ts';
import { isFromUser, isMemoryTool } from '../extraction/speaker.ts';
import { formatPathList, mergePaths, parsePathList } from '../focus/path-list.ts';
import { pathsOfStep } from '../focus/read-step.ts';
import { forgottenText } from '../marks/without-marked.ts';
import { redact } from '../redaction/redact.ts';
import type { Message } from '../store/messages.ts';
import { shortLine } from '../text/short-line.ts';

/** Characters of the request. */
const longestRequest = 240;
/** Files, those used last first: enough to tell one piece of work from another. */
const mostFiles = 6;
/** Stands before the list of files, on a line of its own. */
const beforeFiles = '\n– ';

const failedResult = z.object({ ok: z.literal(false) });

/**
 * The gist of a session without a model: the first request of the user, and the files that tools worked with. `earlier`, the gist
 * so far, keeps what it says and gets the new files. Null when the user has asked for nothing.
 */
export async function gistByRules(messages: Message[], earlier: Gist | null): Promise<Gist | null> {
  const [said, files = ''] = earlier?.text.split(beforeFiles) ?? [];
  const told = said ?? shortLine(await redact(firstRequest(messages)), longestRequest);
  if (told === '') return null;
  const paths = mergePaths(filesOf(messages), parsePathList(files), mostFiles);
  return {
    name: earlier?.name ?? shortLine(told, longestName - 2),
    text: paths.length === 0 ? told : `${told}${beforeFiles}${formatPathList(paths)}`,
  };
}

const firstRequest = (messages: Message[]): string =>
  messages.find(
    (message) =>
      isFromUser(message) && message.content.trim() !== '' && !message.content.includes(forgottenText),
  )?.content ?? '';

function filesOf(messages: Message[]): string[] {
  const failed = new Set(
    messages
      .filter(({ role, metadata }) => role === 'tool' && failedResult.safeParse(metadata).success)
      .map(({ toolCallId }) => toolCallId),
  );
  const toolCalls = messages
    .flatMap((message) => message.toolCalls)
    .filter(({ name }) => !isMemoryTool(name))
    .map((call) => ({ ...call, ok: !failed.has(call.id) }));
  return pathsOfStep({ userMessage: '', toolCalls }).files;
}
