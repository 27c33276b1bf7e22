/** The code with which the reader's process exits if a file takes too much memory. */
export const outOfMemory = 12;
