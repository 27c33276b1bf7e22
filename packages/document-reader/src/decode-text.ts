import { TextDecoder } from 'node:util';
import { parseMediaType } from './media-type.ts';
import { UnreadableDocument } from './unreadable-document.ts';

/**
 * Returns the text of a file: decoded as UTF-8 or UTF-16 if it is valid, otherwise as its media type says, otherwise
 * as `jschardet` detects, which also reads the declarations of HTML and XML. Throws an `UnreadableDocument` if it is
 * not text.
 */
export async function decodeText(bytes: Uint8Array, mediaType: string): Promise<string> {
  return (
    strictly(markOf(bytes), bytes) ??
    strictly(parseMediaType(mediaType).charset, bytes) ??
    (await guess(bytes))
  );
}

function markOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** Returns null if it is not text in this encoding. UTF-16 without a byte order mark may be valid UTF-8, full of zeros. */
function strictly(encoding: string | null, bytes: Uint8Array): string | null {
  const decoder = encoding === null ? null : decoderFor(encoding, true);
  try {
    const text = decoder?.decode(bytes) ?? null;
    return text !== null && isText(text) ? text : null;
  } catch {
    return null;
  }
}

/** Names that `TextDecoder` has for encodings which `jschardet` names as Python does. */
const labels = new Map([
  ['big5hkscs', 'big5'],
  ['cp874', 'windows-874'],
  ['cp932', 'shift_jis'],
  ['cp949', 'euc-kr'],
  ['euc_jis_2004', 'euc-jp'],
  ['iso2022_jp_2', 'iso-2022-jp'],
  ['mac-cyrillic', 'x-mac-cyrillic'],
  ['mac-roman', 'macintosh'],
  ['shift_jis_2004', 'shift_jis'],
  ['utf-16-be', 'utf-16be'],
  ['utf-16-le', 'utf-16le'],
]);

async function guess(bytes: Uint8Array): Promise<string> {
  const { chardet } = await import('jschardet');
  const guesses = chardet.detectAll(bytes);
  for (const { encoding } of guesses) {
    if (encoding === null) continue;
    const text = decoderFor(labels.get(encoding) ?? encoding, false)?.decode(bytes);
    if (text !== undefined && isText(text)) return text;
  }
  throw notText(guesses[0]?.mimeType ?? '');
}

/** Up to a tenth of the characters may be control characters or undecodable: logs contain colours. */
function isText(text: string): boolean {
  const written = text.replaceAll(/(?!\s)\p{Cc}|\ufffd/gu, '');
  return written.length >= text.length * 0.9;
}

function decoderFor(encoding: string, fatal: boolean): TextDecoder | null {
  try {
    return new TextDecoder(encoding, { fatal });
  } catch {
    return null;
  }
}

function notText(mimeType: string): UnreadableDocument {
  if (mimeType === '' || mimeType.startsWith('text/') || mimeType === 'application/octet-stream') {
    return new UnreadableDocument(
      'binary',
      'The file is not text. Save it as text, Markdown, HTML, PDF or .docx.',
    );
  }
  return new UnreadableDocument(
    'unsupported',
    `Files of the type ${mimeType} cannot be read. Save it as text, Markdown, HTML, PDF or .docx.`,
  );
}
