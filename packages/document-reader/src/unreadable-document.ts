export type UnreadableReason =
  | 'unsupported'
  | 'binary'
  | 'damaged'
  | 'encrypted'
  | 'empty'
  | 'too_large'
  | 'too_slow'
  | 'too_much_memory';

/** The reason why a file cannot be read. The message is a sentence for the person who chose the file. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
