import { MIMEType } from 'node:util';

/** What a media type says, in small letters; of one that is none: nothing. */
export function parseMediaType(mediaType: string): { essence: string | null; charset: string | null } {
  try {
    const { essence, params } = new MIMEType(mediaType);
    return { essence, charset: params.get('charset') };
  } catch {
    return { essence: null, charset: null };
  }
}
