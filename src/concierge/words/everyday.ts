/** Words of every day that look like slips of words that ask for something, but are not. */
export const everydayWords: ReadonlySet<string> = new Set(
  `slept sleep swept hoped ramble speaks speaking says writes reads about above across after again against ahead along also although always 
among another anyone anything around aside away baby back
bath bear beat been before behind being below beside best better between beyond bird blue boat body book born both bread break bring
brother brown build built bus called came camp cannot care carry case cast catch cause cell chain chair chance change charge cheer
cheese chess child choose church circle clean clear climb clock close cloud club coast cold color colour come common cook cool corner
could count country course court cover cross crowd dance dare dark date daughter dead deal dear death deep desk dinner does dog done
door down dozen draw dream dress drink dry during dust each early earth east easy edge eight either else empty engine enough enter even
event ever every evil exact except extra face fact fair fall false family famous farm fast father fear feather feed feel feet felt field
fight fill film final fine fire first fish five floor flower foot force forest form forward found fresh friend front fruit full game
garden gate gave gift girl glass goal gold gone good grand grass great green ground group grow guess hair half hall hand happen hard
hate head hear heart heather heavy help here high hill hold hole home hope horse hotel hour house human hurry ice idea inside iron
island issue item join joke jump keep kept kind king kitchen knee knew know land large last late laugh lead leaf learn least leather
leave left lend length less lesson level life lift light like line link lion list little live local lock lonely loose lose lost loud
love luck lunch machine made main make manner many march match mate matter maybe mean meat medal meet member metal middle might mile
milk mind mine minor minute mirror miss model modern moment money month moon more most mother motor mount mouse mouth move movie much
music must name narrow nature near neck neither never next nice nine noise none north nose note nothing notice number ocean offer
office often only open orange order other ought over owner pack page paid pain paint pair paper parent park part party pass past path
patient pause peace people perhaps person piano pick piece pilot pink pipe place plain plan plane plant plastic plate play please
plenty pocket point poor port possible post pound power practice press pretty price pride prince print prize probably problem promise
proof public pull push quarter queen question quick quiet quite race radio raise range rather reach real really reason record remain
repeat reply rest result rice rich ride ring rise river road rock roll roof room root rope rose rough round royal rule safe said sail
salt same sand save scale scene school science score screen seat second secret seed seem sell send sense serve seven several shade
shall shape share sharp sheep shelf shell shine ship shirt shoe shop shore short should shoulder shout show side sight sign silent
silver simple since sing single sister size skin sleep slide slow small smart smell smile smoke smooth soft soil some song sorry
sort south space spare special speed spell spend spoon sport spot spring square staff stage stair stand star start state station
steak steal steam steel step stick still stone stood stop store story straight strange stream street strong student style subject such
sudden sugar suit summer supper sure surface sweet swim table tail take tale talk tall taste teach team tear tell tend tent test than
that their them then theory there these they thick thin thing think third this those though thought three through throw thus ticket tidy
till time tiny title together tone took tool tooth total touch tour toward town toy track trade train transit trap travel tree
trial trip trouble true truth trust turn twice type uncle under union unit until upon upper used usual valley value very view village
visit voice wait wake walk wall warm wash waste watch water wave wealth wear week weight well went west what wheel when where whether
which while white whole whom whose wide wife wild will wind window wine wing winter wire wise wish with within without woman wonder
wood word work world worry worse worst would wound wrong yard year yellow young your zero hobby coder mango hello salon pasta
search researcher weathered writer writers written translators pictured imaged placed prices priced prime prism tram trams
wheat cheat treat strait quota quotas quilt crews crawfish crown crow brawl raids reads readers reader leader header render tender gender
sender lender fender mender embedded extras extra extent exempt hotels hostel novel level lever fever never sever server
canal canals panel rival arrival survey summary summit sumo surname sunny funny money honey phone rates rated dates gates
plates slates crates grates skates states rotate donate locate locale lunar solar polar panda pandas panels apples apple
oxide video audio radio ratio patio maize maple ample sample simple temple stipple triple cripple ferry berry cherry merry sherry
strike stroke stroll scroll drought thought brought through bought fought tough rough cough dough lough trough battery pottery lottery
buttery flattery gallery celery salary library diary dairy fairy hairy mugs rugs bugs pumps dumps jumps lumps offshore onshore ashore
palace palaces sheet sheets fleet plaice solace pallet ballet wallet mallet valley alley gully brewery bakery fishery Parisian parisian 
persimmon gallery galley barley parley mayor major manor minor sailor tailor boiler broiler toilet violet pilot pivot plot slots clots
shed shelf shelves spade spider sponge stool stove straw strap stripe studio stuff swan sword tank tanks tape taxi teapot thread tile tiles 
tomb torch towel toys trunk tulip tunnel umpire vase vest vine violin wagon whale wolf
barn barns basin basket bench bottle bowl brick bridge broom brush bucket bulb bunch bush cabin cable cage camel canoe carrot castle cattle 
chain chalk chapel cheek chess chest chimney choir cliff cloth clown coach coast cottage couch cradle crane cream cricket crop crowd
wands bands lands sands hands farms arms charms harms alarms forms norms storms worms germs terms firms films turbine marine machine
mining dining lining fining wining baking biking hiking making taking waking raking caking shaking
rules forum span string sits years robot scraper parking shipping wants hearing waiting status shift wrote login books lagos cats lies dogs 
conference waiter margin piazza rail passport context concert sales shot taken lives turin beech booth shrine mania complaint lease prise 
takes stirling tales boeing turns renders trending finish selling goods parts talks curie dying drone complain snail black kits trail 
contest heating router africans scary fare laika catchy shortcut marching cots stall begin panicking fraction nicht shark morse movement 
cocoa decode spots rhodes narrator spelt yarn woods theme suppose supposed executive submarine placa takeaway compliance basis shifts 
internal freue tempo basel ranks shots monty derive regarding compared greet guests celebrate temos meine scout hiring bing gases boring 
texting marker largo hungry expensive mansa smiling texts freezes intranet stats median divide starters dose birds romantic parti chilli 
skis ruined verse vale transaction searching checking covers solos lanes louis hits altitude kitty throws sorts lawyer continent audit 
caution mary luca seen transitions backs hist infinite markt react ergonomic mars abstention mains railings winters freezer boats onder 
reveals circulate compost saint stale granada staying magna donde injection boats coors linzer wage robots injections lemma jeans genes 
gene waiters accordion accordions accordance`
    .trim()
    .split(/\s+/),
);
