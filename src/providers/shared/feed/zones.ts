/** Time zones as feeds name them. Independent of the time zone of the machine. */
import { readZonedTime } from '../../../lib/zoned-time.ts';

const HOUR_MS = 3_600_000;

/** Minutes are in the last two digits, as in `+0530`. */
const OFFSETS = `
  UT 0 UTC 0 GMT 0 WET 0 WEST +1 BST +1 CET +1 MEZ +1 WAT +1 CEST +2 MESZ +2 EET +2 CAT +2 SAST +2 IDT +3 EEST +3
  MSK +3 TRT +3 EAT +3 IRST +0330 GST +4 SAMT +4 AFT +0430 PKT +5 UZT +5 YEKT +5 IST +0530 SLST +0530 NPT +0545 BDT +6
  OMST +6 MMT +0630 ICT +7 WIB +7 KRAT +7 HKT +8 SGT +8 MYT +8 PHT +8 PHST +8 AWST +8 WITA +8 IRKT +8 ULAT +8 JST +9
  KST +9 WIT +9 YAKT +9 ACST +0930 AEST +10 CHST +10 VLAT +10 ACDT +1030 AEDT +11 SRET +11 MAGT +11 NZST +12 PETT +12
  NZDT +13 AZOT -1 NDT -0230 BRT -3 ART -3 UYT -3 CLST -3 ADT -3 NST -0330 AST -4 EDT -4 CLT -4 BOT -4 VET -4
  AMT -4 EST -5 CDT -5 COT -5 PET -5 ECT -5 CST -6 MDT -6 MST -7 PDT -7 PST -8 AKDT -8 AKST -9 HDT -9 HST -10
  CN:CST +8 TW:CST +8 HK:CST +8 MO:CST +8 CU:CST -5 CU:CDT -4 IE:IST +1 IL:IST +2 BD:BST +6 AU:EST +10 AU:EDT +11 AU:CST +0930 AU:WST +8
  SA:AST +3 IQ:AST +3 PH:PST +8 MY:MST +8 MM:MST +0630 AM:AMT +4`;

/** Countries in which all clocks, or nearly all, agree. */
const ZONES = `
  AE Dubai AR America/Buenos_Aires AT Vienna BD Dhaka BE Brussels BG Sofia BY Minsk CH Zurich CL America/Santiago
  CN Shanghai CO America/Bogota CR America/Costa_Rica CU America/Havana CY Nicosia CZ Prague DE Berlin DK Copenhagen
  DZ Africa/Algiers EE Tallinn EG Africa/Cairo ES Madrid ET Africa/Addis_Ababa FI Helsinki FR Paris GB London
  GH Africa/Accra GR Athens HK Hong_Kong HR Zagreb HU Budapest IE Dublin IL Jerusalem IN Kolkata IQ Baghdad IR Tehran
  IS Atlantic/Reykjavik IT Rome JO Amman JP Tokyo KE Africa/Nairobi KH Phnom_Penh KR Seoul KW Kuwait LA Vientiane LB Beirut
  LK Colombo LT Vilnius LU Luxembourg LV Riga MA Africa/Casablanca MM Yangon MO Macau MT Malta MY Kuala_Lumpur
  NG Africa/Lagos NL Amsterdam NO Oslo NP Kathmandu NZ Pacific/Auckland PE America/Lima PH Manila PK Karachi PL Warsaw
  PT Lisbon QA Qatar RO Bucharest RS Belgrade SA Riyadh SE Stockholm SG Singapore SI Ljubljana SK Bratislava TH Bangkok
  TN Africa/Tunis TR Istanbul TW Taipei UA Kiev UY America/Montevideo UZ Tashkent VE America/Caracas VN Ho_Chi_Minh
  ZA Africa/Johannesburg`;

const ASIAN = new Set(
  'AE BD CN CY HK IL IN IQ IR JO JP KH KR KW LA LB LK MM MO MY NP PH PK QA SA SG TH TW UZ VN'.split(' '),
);

function listPairs(table: string): [string, string][] {
  const words = table.trim().split(/\s+/);
  return words.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, words[at + 1] ?? '']] : []));
}

const zonesByCountry = new Map(
  listPairs(ZONES).map(([country, city]) => {
    const area = ASIAN.has(country) ? 'Asia' : 'Europe';
    return [country, city.includes('/') ? city : `${area}/${city}`];
  }),
);
const offsetsByName = new Map(
  listPairs(OFFSETS).map(([name, text]) => {
    const [, sign, hours = '', minutes = ''] = /^([+-]?)(\d\d?)(\d\d)?$/.exec(text) ?? [];
    return [name, (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60) * HOUR_MS];
  }),
);

/** The instant of a clock's reading in a country, given as if it were UTC; UTC for a country with several zones or none. */
export function readCountryTime(wallMs: number, country: string | null): number {
  const zone = country === null ? undefined : zonesByCountry.get(country.toUpperCase());
  return zone === undefined ? wallMs : readZonedTime(wallMs, zone);
}

/** Ahead of UTC; undefined for a name that isn't known. Some names mean different zones in different countries. */
export function findOffset(name: string, country: string | null): number | undefined {
  const upper = name.toUpperCase();
  return offsetsByName.get(`${country?.toUpperCase()}:${upper}`) ?? offsetsByName.get(upper);
}
