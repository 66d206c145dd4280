package gameinfo

// The proleptic Gregorian calendar, as far as dates in records need it. Days
// are written as yyyymmdd, or numbered for counting.

func leapYear(year int) bool { return year%4 == 0 && year%100 != 0 || year%400 == 0 }

// monthDays returns the length of a month from 1 to 12.
func monthDays(year, month int) int {
	switch month {
	case 2:
		if leapYear(year) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// validDay reports whether a date exists.
func validDay(year, month, day int) bool {
	return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= monthDays(year, month)
}

// dayNumber counts days so that differences are right; month may exceed 12.
// The year is taken to begin in March, which puts the leap day last.
func dayNumber(year, month, day int) int {
	year += (month - 1) / 12
	month = (month-1)%12 + 1
	if month < 3 {
		year--
		month += 12
	}
	return 365*year + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + day
}

// dayBefore and dayAfter return the neighbors of a day as yyyymmdd.
func dayBefore(day int) int {
	switch year := YearOf(day); {
	case day-year*10000 > 101:
		rest := day - year*10000
		if rest%100 > 1 {
			return day - 1
		}
		month := rest/100 - 1
		return year*10000 + month*100 + monthDays(year, month)
	default:
		return (year-1)*10000 + 1231
	}
}

func dayAfter(day int) int {
	year := YearOf(day)
	rest := day - year*10000
	switch month := rest / 100; {
	case rest%100 < monthDays(year, month):
		return day + 1
	case month < 12:
		return year*10000 + (month+1)*100 + 1
	}
	return (year+1)*10000 + 101
}

// dayOf is the inverse of dayNumber, as yyyymmdd.
func dayOf(number int) int {
	year := int((int64(number)*10000 + 14780) / 3652425)
	day := number - (365*year + year/4 - year/100 + year/400)
	if day < 1 {
		year--
		day = number - (365*year + year/4 - year/100 + year/400)
	}
	// Months of the year that begins in March: 153 days every five months.
	m := (5*(day-1) + 2) / 153
	day -= (153*m + 2) / 5
	if m >= 10 {
		return (year+1)*10000 + (m-9)*100 + day
	}
	return year*10000 + (m+3)*100 + day
}
