/** An error that the model gets as the result of its call. The message says what was wrong and what to do instead. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

const reasons: Record<string, string> = {
  ENOENT: 'does not exist; list_files and search_files show what there is',
  ENOTDIR: 'does not exist: a part of the path is a file or a link, not a folder',
  EISDIR: 'is a folder',
  EEXIST: 'exists already',
  EACCES: 'may not be used: permission denied',
  EPERM: 'may not be used: permission denied',
  EROFS: 'cannot be written: the file system is read-only',
  ELOOP: 'is a link that goes in a circle or was just put there',
  ENAMETOOLONG: 'has a name that is too long',
  ENOSPC: 'cannot be written: the disk is full',
  EDQUOT: 'cannot be written: the disk quota is used up',
  EMFILE: 'cannot be opened now: too many files are open',
};

/** The result of a file system call; null when there is nothing of that name. */
export async function ifThere<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Runs work on a path of the workspace. Turns errors of the file system into a `ToolError` that names the path. */
export async function tellingFileErrors<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ToolError || !(error instanceof Error) || !('code' in error)) throw error;
    const reason = reasons[String(error.code)] ?? `cannot be used (${String(error.code)})`;
    throw new ToolError(`${path === '' ? 'the workspace' : path} ${reason}`, { cause: error });
  }
}
