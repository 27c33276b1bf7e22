/** The variables that name an identity provider. */
type Variables = {
  DEVAI_AUTH_JWKS?: string | undefined;
  DEVAI_AUTH_SECRET?: string | undefined;
  DEVAI_AUTH_ISSUER?: string | undefined;
  DEVAI_AUTH_AUDIENCE?: string | undefined;
  DEVAI_AUTH_PROJECTS?: string | undefined;
};

export type IdentitySettings = {
  /** The address of public keys, or the secret that signs. */
  keys: { url: string } | { secret: string };
  issuer: string | null;
  audience: string | null;
  /** The claim that lists the projects of a user; null: every user may use all. */
  projectsClaim: string | null;
};

export const hasProvider = ({ DEVAI_AUTH_JWKS, DEVAI_AUTH_SECRET }: Variables): boolean =>
  DEVAI_AUTH_JWKS !== undefined || DEVAI_AUTH_SECRET !== undefined;

/** Null: no provider says who a request is from. */
export function identitySettings(values: Variables): IdentitySettings | null {
  const { DEVAI_AUTH_JWKS: url, DEVAI_AUTH_SECRET: secret } = values;
  const keys = url !== undefined ? { url } : secret !== undefined ? { secret } : null;
  return (
    keys && {
      keys,
      issuer: values.DEVAI_AUTH_ISSUER ?? null,
      audience: values.DEVAI_AUTH_AUDIENCE ?? null,
      projectsClaim: values.DEVAI_AUTH_PROJECTS ?? null,
    }
  );
}

/** Whether a token has the form of those that identity providers sign. */
export const isSignedToken = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token);
