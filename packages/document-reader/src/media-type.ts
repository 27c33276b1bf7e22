import { MIMEType } from 'node:util';

/** Parses a media type, in lower case; an invalid one has no parts. */
export function parseMediaType(mediaType: string): { essence: string | null; charset: string | null } {
  try {
    const { essence, params } = new MIMEType(mediaType);
    return { essence, charset: params.get('charset') };
  } catch {
    return { essence: null, charset: null };
  }
}
