/** Characters of a memory. */
export const longestContent = 2_000;
export const tooLongReason = 'it is longer than the 2,000 characters of a memory';
