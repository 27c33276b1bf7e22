/** The SQL name of an argument: p_session_id for `sessionId`. */
export const parameterOf = (argument: string): string =>
  `p_${argument.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
