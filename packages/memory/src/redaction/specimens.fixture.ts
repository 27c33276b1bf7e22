const alphabets: Record<string, string> = {
  h: '0123456789abcdef',
  d: '0123456789',
  u: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  b: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  l: 'abcdefghijklmnopqrstuvwxyz0123456789',
  w: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
};

/**
 * Fills `<w36>` with 36 characters of the alphabet `w`, including digits; the same seed always gives the same
 * characters.
 */
function fill(template: string, seed: number): string {
  let state = seed;
  return template.replaceAll(/<([hdublw])(\d+)>/g, (_, alphabet: string, length: string) => {
    const characters = alphabets[alphabet] ?? '';
    const body = Array.from({ length: Number(length) }, (_unused, index) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      const isDigit = index % 9 === 8;
      return isDigit
        ? String(state % 8 === 0 ? 2 : (state % 6) + 2)
        : characters[(state >> 8) % characters.length];
    });
    return body.join('');
  });
}

/**
 * The forms in which services write their tokens. The tokens are built at run time, so that no scanner reports this
 * file as a leak.
 */
const templates = `
AKIA<b16> ASIA<b16> ABSK<w110> ghp_<w36> gho_<w36> ghu_<w36> ghs_<w36> ghr_<w76> github_pat_<w22>_<w59>
glpat-<w20> gldt-<w20> glrt-<w20> glcbt-<w20> glptt-<h40> glsoat-<w20> glagent-<w50> glimt-<w25> glft-<w20>
sk-ant-api03-<w93>AA sk-proj-<w48> sk-svcacct-<w60> sk-or-v1-<h64> sk-<w48> sk_live_<w24> sk_test_<w24> rk_live_<w24> whsec_<w32>
xoxb-<d12>-<d12>-<w24> xoxp-<d12>-<d12>-<h32> xapp-1-A<u10>-<d13>-<h64> AIza<w35> ya29.<w80> GOCSPX-<w28> 1//0<w60>
hf_<w34> npm_<w36> pypi-AgEIcHlwaS5vcmc<w80> rubygems_<h48> oy2<l43> cio<w32> CLOJARS_<l60> dckr_pat_<w27> dckr_oat_<w32>
sbp_<h40> sb_secret_<w31> SK<h32> SG.<w22>.<w43> key-<h32> <h32>-us12 xkeysib-<h64>-<w16> re_<w8>_<w24> EZAK<w54>
dop_v1_<h64> doo_v1_<h64> NRAK-<u27> NRII-<w32> ntn_<w46> secret_<w43> lin_api_<w40> lin_oauth_<w40> figd_<w43>
sq0csp-<w43> sq0atp-<w22> EAAA<w60> <w14>.atlasv1.<w64> hvs.<w24> hvb.<w90> pul-<h40> dp.pt.<w43> dp.st.dev.<w43> tskey-auth-<w16>-<w32>
ATATT3<w186> ATCTT3<w186> ATBB<w32> pat<w14>.<h64> dapi<h32> CFPAT-<w43> PMAK-<h24>-<h34> shpat_<h32> shpss_<h32>
sntryu_<h64> sntrys_<w120> glsa_<w32>_<h8> glc_<w80> phx_<w43> rdme_<l70> nfp_<w40> rnd_<w32> HRKU-<w60> fo1_<w43>
r8_<w37> pplx-<w48> xai-<w80> gsk_<w52> csk-<l48> nvapi-<w64> pcsk_<w60> lsv2_pt_<h32>_<h10> tgp_v1_<w43> tvly-dev-<w32> fc-<h32>
apify_api_<w36> e2b_<h40> dtn_<h64> pnu_<w36> ico-<w32> AVNS_<w19> napi_<l64> pscale_tkn_<w43> pscale_pw_<w43> xau_<w36>
mdb_sa_sk_<w40> sk.eyJ<w60>.<w22> <u6>_<w29>_mmk bkua_<h40> CCIPAT_<w22>_<h40> squ_<h40> sqp_<h40> sgp_<h16>_<h40> AKCp<w69>
dt0c01.<b24>.<b64> LTAI<w20> AKID<w32> AQVN<w36> y0_<w55> FLWSECK-<h32>-X rzp_live_<w14> access-production-<h8>-<h4>-<h4>-<h4>-<h12>
shippo_live_<h40> duffel_live_<w43> pdl_live_apikey_<w26>_<w22> polar_oat_<w43> tfp_<w44>_<w14> waka_<h8>-<h4>-4<h3>-a<h3>-<h12> pat-na1-<h8>-<h4>-<h4>-<h4>-<h12>
sdk-<h8>-<h4>-4<h3>-a<h3>-<h12> sha256~<w43> p8e-<l32> fio-u-<w64> vcp_<w40> pa-<w43> <w3>8Q~<w34> EAA<w120> sl.u.<w140>
<d9>:AA<w33> M<w24>.<w6>.<w38> AAAAAAAAAAAAAAAAAAAAAA<w80> eyJ<w20>.eyJ<w40>.<w43> AGE-SECRET-KEY-1<b58> <h32>.<w16>
`
  .trim()
  .split(/\s+/);

export const specimens: { kind: string; secrets: string[] }[] = templates.map((template, index) => ({
  kind: template,
  secrets: [fill(template, index + 1), fill(template, index + 10_007)],
}));

/** A value of the kind that people choose; the seed selects it. */
export const chosen = (seed: number): string => fill('Tiger<d2>!<l3>', seed);
/** A value of the kind that machines generate; the seed selects it. */
export const generated = (seed: number): string => fill('<w20>', seed);
