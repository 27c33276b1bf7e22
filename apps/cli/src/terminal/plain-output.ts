import type { Piece } from './piece.ts';

/** Writes replies, each in one piece, to `output`, and everything else to `errors`, so that scripts read only replies. */
export function createPlainOutput({
  output,
  errors,
}: Record<'output' | 'errors', NodeJS.WritableStream>): (pieces: Piece[]) => void {
  let reply = '';
  let thought = '';

  function show(piece: Piece): void {
    if (thought !== '' && piece.kind !== 'thinking') {
      errors.write(`${thought}\n`);
      thought = '';
    }
    switch (piece.kind) {
      case 'text':
        reply += piece.text;
        break;
      case 'thinking':
        thought += piece.text;
        break;
      case 'draft':
        break;
      case 'discard':
        reply = '';
        break;
      case 'end':
        if (reply !== '') output.write(reply.endsWith('\n') ? reply : `${reply}\n`);
        reply = '';
        break;
      default:
        errors.write(`${marks[piece.kind]}${piece.text}\n`);
    }
  }
  return (pieces) => pieces.forEach(show);
}

const marks = { user: '> ', note: '', error: 'error: ' };
