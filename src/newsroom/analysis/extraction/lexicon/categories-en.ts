import type { CategoryWords } from './category.ts';

/** Plurals in -s are found by their singular. */
export const ENGLISH_CATEGORIES: CategoryWords = {
  it: 'AI;artificial intelligence*2;machine learning*2;software*2;app;cloud*2;data;cybersecurity*2;API*2;SaaS*2;platform;digital;internet;algorithm*2;chip;5G*2;speech recognition*2;blockchain*2;smartphone*2;developer;open source*2',
  business:
    'funding*2;revenue*2;merger*2;acquisition*2;acquire;investor;startup*2;small companies*2;small businesses*2;enterprise;sales;marketing*2;chief executive;appointed;hiring*2;workforce*2;partnership;consulting*2;productivity*2;IPO*2',
  food: 'restaurant*2;cafe*2;food*2;beverage*2;drink*2;menu*2;chef*2;recipe*2;beer*2;wine*2;coffee*2;snack*2;bakery*2;meal*2;fruit;vegetable;dairy*2;grocery*2;flavour*2;flavor*2',
  lifestyle:
    'home;furniture*2;interior*2;pet*2;parenting*2;kitchen;gift;wedding*2;gardening*2;cleaning;hobby*2;sleep;household*2',
  fashion:
    'fashion*2;apparel*2;clothing*2;shoes*2;sneaker*2;jewelry*2;jewellery*2;handbag*2;designer;textile*2;runway*2;denim*2;garment*2',
  beauty: 'beauty*2;cosmetics*2;skincare*2;makeup*2;salon*2;shampoo*2;fragrance*2;perfume*2;haircare*2;lipstick*2;spa',
  travel:
    'travel*2;tourism*2;tourist*2;hotel*2;resort*2;airline*2;flight*2;cruise*2;airport*2;visitor;itinerary*2;hostel*2;hot spring*2;vacation*2',
  sports:
    'sport*2;football*2;soccer*2;baseball*2;basketball*2;tennis*2;golf*2;athlete*2;tournament*2;marathon*2;olympic*2;league*2;coach;stadium*2;fitness*2;championship*2',
  entertainment:
    'film*2;movie*2;music*2;album*2;concert*2;actor*2;actress*2;theatre*2;theater*2;television*2;streaming;festival;exhibition*2;museum;anime*2;band;artist*2;series',
  education:
    'education*2;school*2;student*2;teacher*2;university;curriculum*2;classroom*2;course*2;learning;tuition*2;college*2;pupil*2;scholarship*2;training',
  health:
    'health*2;hospital*2;patient*2;clinic*2;clinical*2;doctor*2;dentist*2;dental*2;medical*2;medicine*2;vaccine*2;therapy*2;treatment*2;drug*2;nurse*2;disease*2;wellness*2;mental health*2;caregiver*2',
  finance:
    'bank*2;banking*2;insurance*2;investment;fund;loan*2;mortgage*2;payment*2;fintech*2;stock*2;credit card*2;cryptocurrency*2;bond*2;interest rate*2;asset management*2;tax',
  realestate:
    'real estate*2;property*2;apartment*2;condominium*2;housing*2;tenant*2;landlord*2;rent*2;office space*2;square feet*2;developer;construction;redevelopment*2',
  local:
    'local*2;county*2;village*2;neighbourhood*2;neighborhood*2;residents*2;town*2;community;municipal*2;council*2;farmers*2;city hall*2;parish*2;downtown*2',
  society:
    'charity*2;volunteer*2;nonprofit*2;non-profit*2;donation*2;welfare*2;disaster*2;equality*2;diversity*2;human rights*2;poverty*2;refugee*2;homeless*2;elderly*2;disability*2;families;public safety*2',
  environment:
    'climate*2;carbon*2;emissions*2;renewable*2;solar*2;recycling*2;recycled*2;sustainability*2;sustainable;biodiversity*2;wildlife*2;pollution*2;waste*2;plastic;conservation*2;wind farm*2;net zero*2',
  mobility:
    'car*2;vehicle*2;electric vehicle*2;EV*2;autonomous*2;railway*2;train*2;bus;bicycle*2;logistics*2;delivery;freight*2;transit*2;charging station*2;drone*2;truck*2;automaker*2',
  manufacturing:
    'manufacturing*2;manufacturer*2;factory*2;factories*2;semiconductor*2;component*2;machinery*2;robot*2;industrial*2;production line*2;supply chain*2;steel*2;assembly*2;materials',
  games:
    'game*2;gaming*2;gamer*2;esports*2;player;console*2;multiplayer*2;RPG*2;Nintendo*2;PlayStation*2;Xbox*2;video game*2',
};
